package embedded

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// startVariable makes the test binary a program that starts both servers in the directory it names, says where, and waits to be killed.
const startVariable = "TEST_START_AND_WAIT"

func TestMain(m *testing.M) {
	DownloadIfAsked()
	if os.Getenv(startVariable) != "" {
		startAndWait()
	}
	goleak.VerifyTestMain(m)
}

func startAndWait() {
	dir := os.Getenv(startVariable)
	postgres, err := StartPostgres(context.Background(), PostgresOptions{DataDir: filepath.Join(dir, "postgres")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	redis, err := StartRedis(context.Background(), RedisOptions{DataDir: filepath.Join(dir, "redis")})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(postgres.URL())
	fmt.Println(redis.URL())
	select {}
}
