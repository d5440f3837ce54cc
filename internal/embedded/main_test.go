package embedded

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// parentVariable makes the test binary a program that starts both servers in the directory it names, says where, and
// waits to be killed.
const parentVariable = "TEST_EMBEDDED_PARENT"

func TestMain(m *testing.M) {
	RunIfAsked()
	if dir := os.Getenv(parentVariable); dir != "" {
		startAndWait(dir)
	}
	code := m.Run()
	for tries := 0; ; tries++ { // some goroutines end by themselves: that of a closed Redis pool sleeps for a second
		err := goleak.Find()
		if err == nil {
			os.Exit(code)
		}
		if tries == 50 {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func startAndWait(dir string) {
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
