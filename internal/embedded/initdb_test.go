package embedded

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFirstStartIsKilledAndStartedAgain(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	parent, _ := beginParent(t, dir)
	awaitBootstrap(t, filepath.Join(dir, "postgres"))
	kill(t, parent)
	p := startPostgres(t, PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	stop(t, p.Stop)
}

func TestFirstStartIsInterruptedAndStartedAgain(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), "postgres")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error, 1)
	go func() {
		_, err := StartPostgres(ctx, PostgresOptions{DataDir: dir})
		ended <- err
	}()
	awaitBootstrap(t, dir)
	interrupt()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
	p := startPostgres(t, PostgresOptions{DataDir: dir})
	stop(t, p.Stop)
}

// awaitBootstrap waits until initdb runs, in dir, a server of its own that fills the data directory.
func awaitBootstrap(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if files, _ := os.ReadDir(filepath.Join(dir, "data.new", "base", "1")); len(files) > 0 {
			return
		}
	}
	t.Fatal("initdb has not come that far")
}
