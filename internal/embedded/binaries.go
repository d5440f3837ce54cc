package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// oldestMajor is the oldest PostgreSQL that the service supports.
const oldestMajor = 15

// installation is a directory with initdb and postgres in it.
type installation struct {
	bin     string
	version string // "15.4"
	major   int
}

// String names the installation for messages.
func (i installation) String() string {
	return fmt.Sprintf("PostgreSQL %s (%s)", i.version, i.bin)
}

// findPostgres takes the installed PostgreSQL, or else a downloaded one. A major of 0 means any that is new enough;
// another is that of data which exists.
func findPostgres(ctx context.Context, runAs *account, major int) (installation, error) {
	fits := func(i installation) bool {
		if major != 0 {
			return i.major == major
		}
		return i.major >= oldestMajor
	}
	for _, found := range installedPostgres(ctx) {
		if fits(found) {
			return found, nil
		}
	}
	if ctx.Err() != nil {
		return installation{}, ctx.Err() // what is installed could not be asked
	}
	if major != 0 && major != downloadMajor {
		return installation{}, fmt.Errorf("the data was made by PostgreSQL %d, which is not installed any more: "+
			"install it, or remove the data directory to begin anew", major)
	}
	dir, err := downloadDirectory(runAs)
	if err != nil {
		return installation{}, err
	}
	found, err := downloadPostgres(ctx, runAs, dir, repository)
	if err != nil {
		return installation{}, fmt.Errorf("no PostgreSQL %d or newer on PATH or in /usr/lib/postgresql, and none could "+
			"be downloaded: install it (Debian: apt-get install postgresql), or let this machine reach the network: %w",
			oldestMajor, err)
	}
	return found, nil
}

// installedPostgres lists what is on PATH, then what Debian's packages keep aside, the newest first.
func installedPostgres(ctx context.Context) []installation {
	var found []installation
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			if i, err := inspectPostgres(ctx, filepath.Dir(real)); err == nil {
				found = append(found, i)
			}
		}
	}
	var packaged []installation
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is well formed
	for _, bin := range bins {
		if i, err := inspectPostgres(ctx, bin); err == nil {
			packaged = append(packaged, i)
		}
	}
	slices.SortFunc(packaged, func(a, b installation) int { return b.major - a.major })
	return append(found, packaged...)
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) ((\d+)[.\w]*)`)

// inspectPostgres asks the server in bin for its version.
func inspectPostgres(ctx context.Context, bin string) (installation, error) {
	if _, err := os.Stat(filepath.Join(bin, "initdb")); err != nil {
		return installation{}, err
	}
	out, err := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return installation{}, fmt.Errorf("%s/postgres --version: %w", bin, err)
	}
	match := versionPattern.FindSubmatch(out)
	if match == nil {
		return installation{}, fmt.Errorf("%s/postgres --version says %q", bin, out)
	}
	major, err := strconv.Atoi(string(match[2]))
	return installation{bin: bin, version: string(match[1]), major: major}, errors.Join(err)
}
