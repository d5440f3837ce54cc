package embedded

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// archive stands for the published one: bin/initdb, bin/pg_ctl, and a bin/postgres that knows nothing but its version.
//
//go:embed testdata/postgres.txz
var archive []byte

func TestDownloadPostgres(t *testing.T) {
	t.Parallel()
	runAs, dir := downloadPlace(t)
	var requests atomic.Int32
	repository := serveRepository(t, archive, &requests)

	first, err := downloadPostgres(t.Context(), runAs, dir, repository)
	if err != nil {
		t.Fatal(err)
	}
	if first.version != "17.5" || first.major != downloadMajor {
		t.Errorf("downloaded %+v, want version 17.5", first)
	}
	info, err := os.Stat(filepath.Join(first.bin, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if runAs != nil && ownerOf(info) == nil {
		t.Error("the download was unpacked by root")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("the download left %v, want one directory", entries)
	}

	asked := requests.Load()
	if _, err := downloadPostgres(t.Context(), runAs, dir, repository); err != nil {
		t.Fatal(err)
	}
	if requests.Load() != asked {
		t.Error("a second time downloads again")
	}
}

func TestDownloadPostgresFails(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for name, test := range map[string]struct {
		repository, want string
	}{
		"nobody answers":   {closed.URL, "unable to connect to " + closed.URL},
		"not there":        {httptestServer(t, http.NotFoundHandler()), "no version found"},
		"not an archive":   {serveRepository(t, []byte("<html>log in first</html>"), new(atomic.Int32)), "unable to extract"},
		"not a URL at all": {"no such scheme", "unable to connect"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runAs, dir := downloadPlace(t)
			_, err := downloadPostgres(t.Context(), runAs, dir, test.repository)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestDownloadPostgresGivesUpWhenAsked(t *testing.T) {
	t.Parallel()
	runAs, dir := downloadPlace(t)
	ctx, cancel := context.WithCancel(t.Context())
	silent := httptestServer(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	if _, err := downloadPostgres(ctx, runAs, dir, silent); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("error is %v, want that it was cancelled", err)
	}
}

// downloadPlace is an account and a directory of its own.
func downloadPlace(t *testing.T) (*account, string) {
	t.Helper()
	dir := reachableDir(t)
	if os.Geteuid() != 0 {
		return nil, dir
	}
	runAs, err := lookupAccount("nobody")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, runAs.uid, runAs.gid); err != nil {
		t.Fatal(err)
	}
	return runAs, dir
}

// serveRepository serves, whatever is asked for, a published archive with its digest.
func serveRepository(t *testing.T, archive []byte, requests *atomic.Int32) string {
	t.Helper()
	var jar strings.Builder
	files := zip.NewWriter(&jar)
	file, err := files.Create("postgres.txz")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(archive); err != nil {
		t.Fatal(err)
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256([]byte(jar.String()))
	return httptestServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		answer := jar.String()
		if strings.HasSuffix(r.URL.Path, ".sha256") {
			answer = hex.EncodeToString(digest[:])
		}
		_, _ = w.Write([]byte(answer))
	}))
}

func httptestServer(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}
