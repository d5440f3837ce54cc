package embedded

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// makeDirectory makes a server's directory and returns its absolute path. If we are root, the directory belongs to the user
// that runs the server: its owner if that is not root, else postgres or nobody.
func makeDirectory(dir string) (string, *syscall.Credential, error) {
	var err error
	if dir == "" {
		dir, err = os.MkdirTemp("", "airport-content-")
	} else if dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil || os.Geteuid() != 0 {
		return dir, nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", nil, err
	}
	if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 0 {
		return dir, &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}, nil
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		return "", nil, errors.Join(err, fmt.Errorf("%s belongs to root and is not empty", dir))
	}
	credential, err := giveAway(dir)
	return dir, credential, err
}

// giveAway makes an unprivileged user the owner of a directory.
func giveAway(dir string) (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(found.Uid)
		gid, gidErr := strconv.Atoi(found.Gid)
		if uidErr != nil || gidErr != nil || uid == 0 {
			continue
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Lchown(dir, uid, gid)
	}
	return nil, errors.New("we are root, and there is neither a user postgres nor nobody to run the server")
}

// downloadCache is the directory of the downloaded archive, which all servers share. For root it is not in root's home, since
// another user runs the server.
func downloadCache() (string, error) {
	if os.Geteuid() != 0 {
		dir, err := os.UserCacheDir()
		return filepath.Join(dir, "airport-content"), err
	}
	dir := "/var/cache/airport-content"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	_, err := giveAway(dir)
	return dir, err
}

// FreePort finds a free port below the range that systems assign by themselves, so that a server can restart on the same
// port.
func FreePort() (int, error) {
	for range 100 {
		port := 15000 + rand.IntN(15000)
		listener, err := net.Listen("tcp", loopback(port))
		if err == nil {
			return port, listener.Close()
		}
	}
	return 0, errors.New("no free port on 127.0.0.1 between 15000 and 30000")
}

// loopback is the host:port of a server on this machine.
func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
