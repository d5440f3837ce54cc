// Package check has the checks that tests of several rooms share.
package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Patience is the longest time that tests wait for something on a busy machine.
const Patience = 2 * time.Minute

// NoError ends the test at an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Error fails the test unless an error is, or wraps, the wanted error.
func Error(t testing.TB, want, err error, what ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", fmt.Sprint(what...), err, want)
	}
}

// Must returns the value of a call. An error of the call ends the test:
//
//	pool := check.Must(db.Open(ctx, options))(t)
func Must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		NoError(t, err)
		return value
	}
}

// Failure is the error of a call whose value does not matter.
func Failure[T any](_ T, err error) error { return err }

// ReachableDir is a temporary directory that every user can enter. The t.TempDir of root is closed
// to other users.
func ReachableDir(t testing.TB) string {
	t.Helper()
	dir := Must(os.MkdirTemp("", "airport-content-test-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	NoError(t, os.Chmod(dir, 0o755))
	return dir
}

// Eventually asks again and again until the answer is true.
func Eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(Patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s", what, Patience)
		}
	}
}

// Same fails the test where the JSON of two values differs. JSON lacks the unexported fields of structs.
func Same(t testing.TB, want, got any, what ...any) {
	t.Helper()
	if diff := JSONDiff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%.3000s", fmt.Sprint(what...), diff)
	}
}

// JSONDiff compares the JSON of two values: keys in any order, numbers digit by digit.
func JSONDiff(want, got any) string { return cmp.Diff(decode(want), decode(got)) }

func decode(v any) (decoded any) {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&decoded); err != nil {
		return err
	}
	return decoded
}
