//go:build debian

package operations_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSystemdUnits(t *testing.T) {
	t.Parallel()
	analyze := installed(t, "systemd-analyze", "systemd")
	units, err := filepath.Glob("../../docs/deploy/systemd/*")
	if err != nil || len(units) == 0 {
		t.Fatalf("no units: %v", err)
	}
	dir := t.TempDir()
	build(t, dir)
	for _, unit := range units {
		text, err := os.ReadFile(unit)
		if err != nil {
			t.Fatal(err)
		}
		// Verified is the unit as it stands, but for where the program is.
		verified := filepath.Join(dir, filepath.Base(unit))
		if err := os.WriteFile(verified, []byte(strings.ReplaceAll(string(text), "/usr/local/bin", dir)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, unit := range units {
		path := filepath.Join(dir, strings.Replace(filepath.Base(unit), "@.", "@SFO.", 1))
		if out, err := command(t.Context(), nil, analyze, "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("systemd-analyze verify: %v\n%s", err, out)
		}
		if strings.HasSuffix(unit, ".service") {
			out, err := command(t.Context(), nil, analyze, "security", "--offline=yes", "--threshold=20", path).CombinedOutput()
			if err != nil {
				t.Errorf("systemd-analyze security: %v\n%s", err, out)
			}
		}
	}
}
