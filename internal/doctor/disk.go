package doctor

import (
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"airport-content/internal/db"
)

// fullDisk is the part of a file system in use, in percent, from which on doctor warns. PostgreSQL
// stops when its disk is full.
const fullDisk = 95

// disk finds file systems of this machine that are almost full: that of the database, if the
// database is here, that of the program's temporary files, and the first one. A role other than a
// superuser does not learn the directory of the database, which is then looked for at the place of
// Debian.
func disk(ctx context.Context, pool *db.Pool) (string, error) {
	here, err := pool.GetDataDirectory(ctx)
	if err != nil {
		return "", err
	}
	paths := []string{"/", os.TempDir()}
	if here.Local {
		paths = append(paths, here.Directory, "/var/lib/postgresql")
	}
	var all, full []string
	seen := map[unix.Fsid]bool{}
	for _, path := range paths {
		var s unix.Statfs_t
		if path == "" || unix.Statfs(path, &s) != nil || seen[s.Fsid] {
			continue
		}
		seen[s.Fsid] = true
		used := usedPercent(s.Blocks, s.Bfree, s.Bavail)
		all = append(all, fmt.Sprintf("%s %d %%", path, used))
		if used >= fullDisk {
			full = append(full, fmt.Sprintf("%s is %d %% full", path, used))
		}
	}
	if len(full) > 0 {
		return "", warn("%s: make room, or enlarge it; a full disk stops PostgreSQL", strings.Join(full, ", "))
	}
	return "in use on this machine: " + strings.Join(all, ", "), nil
}

// usedPercent is the part of a file system in use, as df shows it: without the blocks that only
// root may take.
func usedPercent(blocks, free, available uint64) uint64 {
	used := blocks - free
	if used+available == 0 {
		return 0 // a file system without blocks, such as /proc
	}
	return (used*100 + used + available - 1) / (used + available) // rounded up
}
