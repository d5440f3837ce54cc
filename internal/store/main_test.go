package store_test

import (
	"os"
	"testing"

	"airport-content/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }
