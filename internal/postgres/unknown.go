package postgres

import (
	"fmt"

	"airport-content/internal/spelling"
)

// unknown says that there is nothing of this kind and name, and what there is.
func unknown(kind, name string, known []string) error {
	return fmt.Errorf("no %s %q; %s", kind, name, spelling.Known(name, known))
}
