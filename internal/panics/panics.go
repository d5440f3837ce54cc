// Package panics makes errors of panics, so that a fault in one part of a program does not end the
// other parts.
package panics

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Catch makes a panic the error of the function that defers it, as in `defer panics.Catch(&err)`.
// The error names the function and the line that panicked. A panic of a goroutine that the function
// has started is not caught: that goroutine needs its own.
func Catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("a fault of this program, which its makers should know of: %v (%s)", p, place())
	}
}

// place is the function and the line of the panic that is being caught: the first of the stack
// below the runtime's panic.
func place() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicking := false
	for {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicking && !inRuntime || !more {
			return fmt.Sprintf("%s, %s:%d", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		panicking = panicking || inRuntime
	}
}
