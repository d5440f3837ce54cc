package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
)

const (
	oldestMajor   = 15 // of those that the service supports
	downloadMajor = 17 // where none is installed
)

// downloads are the versions that can be downloaded.
var downloads = map[int]embeddedpostgres.PostgresVersion{
	15: embeddedpostgres.V15, 16: embeddedpostgres.V16, 17: embeddedpostgres.V17, 18: embeddedpostgres.V18,
}

// findPostgres returns a version and the directory of its programs, which are downloaded into dir
// if they are not installed. A major of 0 means the newest that is installed.
func findPostgres(ctx context.Context, major int, dir string) (foundMajor int, programs string, err error) {
	if foundMajor, programs = installedPostgres(major); foundMajor != 0 {
		return foundMajor, programs, nil
	}
	major = cmp.Or(major, downloadMajor)
	version, found := downloads[major]
	if !found {
		return 0, "", fmt.Errorf("PostgreSQL %d is neither installed nor can it be downloaded: install it, "+
			"or remove the directory of its data to begin anew", major)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return 0, "", err
	}
	archive := embeddedpostgres.DefaultConfig().Version(version).CachePath(filepath.Join(cache, "airport-content"))
	dir = filepath.Join(dir, "postgresql-"+string(version))
	ended := make(chan error, 1)
	go func() { ended <- download(archive, dir) }()
	select {
	case err := <-ended:
		return major, filepath.Join(dir, "bin"), err
	case <-ctx.Done(): // the library cannot be interrupted
		return 0, "", ctx.Err()
	}
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// installedPostgres looks among Debian's packages and on PATH. It returns 0 if nothing fits.
func installedPostgres(major int) (foundMajor int, programs string) {
	candidates, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // the pattern is well formed
	if path, err := exec.LookPath("postgres"); err == nil {
		candidates = append(candidates, path)
	}
	for _, candidate := range candidates {
		output, _ := exec.Command(candidate, "--version").Output() // empty if it fails
		path, err := filepath.EvalSymlinks(candidate)
		match := versionPattern.FindSubmatch(output)
		if match == nil || err != nil {
			continue
		}
		version, _ := strconv.Atoi(string(match[1])) // digits
		if version == major || major == 0 && version >= max(oldestMajor, foundMajor) {
			foundMajor, programs = version, filepath.Dir(path)
		}
	}
	return foundMajor, programs
}

// download unpacks a downloaded archive to dir, unless dir is there. The archive stays in its
// cache.
func download(archive embeddedpostgres.Config, dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	part := dir + ".part"
	// Start would make and start a cluster next, as our own user. It ends there, since initdb
	// refuses the encoding.
	err := embeddedpostgres.NewDatabase(archive.RuntimePath(part).Port(0).Encoding("none").Logger(io.Discard)).Start()
	if _, refused := errors.AsType[*exec.ExitError](err); !refused {
		return fmt.Errorf("download PostgreSQL: %w", err)
	}
	return os.Rename(part, dir)
}
