// Package integration_test holds the service to its contract from the outside: the command line and HTTP, on real servers.
// It looks at nothing of the inside; where the contract is silent, so are these tests.
package integration_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if !given("test.parallel") {
		// The tests wait for servers and clocks more than they compute.
		if err := flag.Set("test.parallel", "8"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	code := testenv.Main(m)
	if err := removeProgram(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// given tells whether the command line sets a flag.
func given(name string) (found bool) {
	flag.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}
