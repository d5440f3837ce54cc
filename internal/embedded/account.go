package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the unprivileged user a server runs as when we are root; nil means that it runs as ourselves.
type account struct {
	name     string
	uid, gid int
}

// String names the account for messages.
func (a *account) String() string {
	if a == nil {
		return "the current user"
	}
	return "user " + a.name
}

// credential is what a child process needs to become the account; nil when there is nothing to become.
func (a *account) credential() *syscall.Credential {
	if a == nil {
		return nil
	}
	return &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
}

// lookupAccount finds the first of the named users that exists and is not root.
func lookupAccount(names ...string) (*account, error) {
	for _, name := range names {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return &account{name: name, uid: uid, gid: gid}, nil
		}
	}
	return nil, fmt.Errorf("running as root, and none of the users %q is there to run the server", names)
}

// ownerOf is the account that a file belongs to; nil when that is root.
func ownerOf(info os.FileInfo) *account {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Uid == 0 {
		return nil
	}
	return &account{name: strconv.Itoa(int(stat.Uid)), uid: int(stat.Uid), gid: int(stat.Gid)}
}

// ErrUnreachable means that the account of a server cannot enter the directory given to it.
var ErrUnreachable = errors.New("directory cannot be entered")

// canReach checks that the account may walk down to path.
func (a *account) canReach(path string) error {
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if !a.mayEnter(info) {
			return fmt.Errorf("%w: as root, the server runs as %s, who may not enter %s: choose another directory",
				ErrUnreachable, a, dir)
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// mayEnter reads the permission bits; access lists are not looked at.
func (a *account) mayEnter(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	switch {
	case int(stat.Uid) == a.uid:
		return info.Mode()&0o100 != 0
	case int(stat.Gid) == a.gid:
		return info.Mode()&0o010 != 0
	default:
		return info.Mode()&0o001 != 0
	}
}
