package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"
)

const (
	downloadVersion = embeddedpostgres.V17
	downloadMajor   = 17
	downloadTimeout = 10 * time.Minute
	repository      = "" // the library's own
	orderVariable   = "AIRPORT_CONTENT_DOWNLOAD_POSTGRES"
)

// downloadOrder is what the downloading child is told, through its environment.
type downloadOrder struct {
	Directory  string // where the directory of the version goes
	Repository string // base URL of a Maven repository; "" for the library's own
}

// DownloadIfAsked makes this process the downloader, and ends it, when another one of the same program has started
// it for that. Every program that calls StartPostgres calls it first of all: unpacking is not for root, so the
// download happens in a child of the server's account, which is the same program once more.
func DownloadIfAsked() {
	text, asked := os.LookupEnv(orderVariable)
	if !asked {
		return
	}
	var order downloadOrder
	err := json.Unmarshal([]byte(text), &order)
	if err == nil {
		err = order.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// downloadPostgres returns the PostgreSQL in dir, which belongs to runAs, after downloading it there if need be.
func downloadPostgres(ctx context.Context, runAs *account, dir, repository string) (installation, error) {
	if _, asked := os.LookupEnv(orderVariable); asked {
		return installation{}, errors.New("the program's main does not call embedded.DownloadIfAsked")
	}
	bin := filepath.Join(dir, versionDirectory, "bin")
	if found, err := inspectPostgres(ctx, bin); err == nil {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, downloadTimeout)
	defer cancel()
	order, err := json.Marshal(downloadOrder{Directory: dir, Repository: repository})
	if err != nil {
		return installation{}, err
	}
	self, err := selfPath()
	if err != nil {
		return installation{}, err
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), orderVariable+"="+string(order)) // ours, for the proxy settings
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: runAs.credential()}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return installation{}, errors.Join(fmt.Errorf("download as %s: %w", runAs, err), ctx.Err(),
			errors.New(strings.TrimSpace(stderr.String())))
	}
	return inspectPostgres(ctx, bin)
}

// versionDirectory holds bin, lib and share.
const versionDirectory = "postgresql-" + string(downloadVersion)

// selfPath is this program. The kernel's own link works for an account that cannot walk to the file's place too.
func selfPath() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// downloadDirectory makes the place where downloads are kept, owned by the account that runs the server.
func downloadDirectory(runAs *account) (string, error) {
	if runAs != nil {
		dir := filepath.Join("/var/cache/airport-content", runAs.name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		return dir, os.Lchown(dir, runAs.uid, runAs.gid)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "airport-content")
	return dir, os.MkdirAll(dir, 0o755)
}

// run downloads and unpacks beside the final place, which comes into being complete.
func (o downloadOrder) run() error {
	syscall.Umask(0o022)
	partial, err := os.MkdirTemp(o.Directory, "partial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(partial)
	port, err := FreePort()
	if err != nil {
		return err
	}
	unpacked := filepath.Join(partial, versionDirectory)
	config := embeddedpostgres.DefaultConfig().
		Version(downloadVersion).
		Port(uint32(port)).
		CachePath(filepath.Join(partial, "archive")).
		BinariesPath(unpacked).
		// The library downloads as a part of starting only. It cannot make this directory, below what will be a file;
		// so it gives up when everything is unpacked, before initdb.
		RuntimePath(filepath.Join(unpacked, "bin", "postgres", "none")).
		Logger(io.Discard)
	if o.Repository != "" {
		config = config.BinaryRepositoryURL(o.Repository)
	}
	startErr := embeddedpostgres.NewDatabase(config).Start()
	_, err = inspectPostgres(context.Background(), filepath.Join(unpacked, "bin"))
	if errors.Is(err, fs.ErrNotExist) {
		return startErr
	}
	if err != nil {
		return err
	}
	return rename(unpacked, filepath.Join(o.Directory, versionDirectory))
}

// rename is content with the same thing having been put there by another process.
func rename(from, to string) error {
	err := os.Rename(from, to)
	if err != nil {
		if _, there := os.Stat(filepath.Join(to, "bin", "postgres")); there == nil {
			return nil
		}
	}
	return err
}
