//go:build debian

package e2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
)

// TestFullDisks has PostgreSQL, a replica and a Redis that keeps its data, each on a small file
// system.
func TestFullDisks(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		leftOut(t, "full disks: only root can mount small file systems")
		return
	}
	database, primary := smallPostgres(t, postgresProgram(t, "initdb"), "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8", "--pgdata")
	superuser := installation{"DATABASE_URL=" + database}
	superuser.do(t, "migrate", "up")
	replica, standby := smallPostgres(t, postgresProgram(t, "pg_basebackup"), "--dbname="+database, "--write-recovery-conf", "--checkpoint=fast", "--pgdata")
	store, keeping := smallRedis(t)
	w := newFaultyWorld(t, database, store, replica, patiently)
	tell := connectRedis(t, store)
	fillRedis := func() {
		keeping.fill()
		check.Eventually(t, "Redis takes no more writes", func() bool { return tell("SET", "ballast", strings.Repeat("x", 8192)) != nil })
	}
	noise := make([]byte, 700_000)
	for n := range noise {
		noise[n] = byte(rand.Uint32())
	}
	long := newItem("long")
	long.Content = new(fmt.Sprintf("%x", noise))
	fillPostgres := func() {
		primary.fill()
		if got := w.importing.run(t, ndjson(t, long), "import", "SFO", "-"); got.code != 1 || !strings.Contains(got.stderr, "No space left") || !strings.Contains(got.stderr, "Check free disk space") {
			t.Errorf("an import: %+v", got)
		}
		if got := superuser.run(t, "", "doctor"); !strings.Contains(got.stdout, " % full: make room") {
			t.Errorf("doctor: %+v", got)
		}
	}
	for _, f := range []fault{
		{name: "of PostgreSQL", begin: fillPostgres, end: primary.empty},
		{name: "of the replica", begin: standby.fill, end: standby.empty, health: "healthy"},
		{name: "of Redis", begin: fillRedis, end: keeping.empty, health: "degraded"},
	} {
		t.Run(f.name, func(t *testing.T) { w.suffer(t, f) })
	}
	w.nothingIsLost(t)
}

// smallDisk is a file system of a server.
type smallDisk struct {
	t     *testing.T
	dir   string // the account's
	start func() // starts the server again if it has ended
}

func newSmallDisk(t *testing.T) *smallDisk {
	t.Helper()
	d := &smallDisk{t: t, dir: directory(t)}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "size=160m"); err != nil {
		t.Fatalf("mount a small file system: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(d.dir, syscall.MNT_DETACH) })
	give(t, d.dir)
	return d
}

func (d *smallDisk) ballast() string { return filepath.Join(d.dir, "ballast") }

func (d *smallDisk) fill() {
	file, err := os.Create(d.ballast())
	if err != nil {
		d.t.Fatal(err)
	}
	defer file.Close()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
}

func (d *smallDisk) empty() {
	check.Error(d.t, nil, os.Remove(d.ballast()), "empty a disk")
	d.start()
}

// smallPostgres makes the data with a program, whose last argument is the directory, and starts a
// server on it.
func smallPostgres(t *testing.T, program string, args ...string) (url string, d *smallDisk) {
	t.Helper()
	d = newSmallDisk(t)
	address, data := freeAddress(t), filepath.Join(d.dir, "data")
	succeed(t, debian(t, t.Context(), d.dir, program, append(args, data)...))
	url = "postgres://postgres@" + address + "/postgres?sslmode=disable"
	d.start = func() {
		if conn, err := pgx.Connect(t.Context(), url); err == nil {
			conn.Close(context.Background())
			return
		}
		_ = os.Remove(filepath.Join(data, "postmaster.pid"))
		p := begin(t, debian(t, context.Background(), d.dir, postgresProgram(t, "postgres"), "-D", data, "-c", "port="+portOf(t, address),
			"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "hot_standby_feedback=on"))
		t.Cleanup(func() { p.end(syscall.SIGINT) }) // a replica ends by itself when its disk is full
		check.Eventually(t, "PostgreSQL takes connections", func() bool {
			conn, err := pgx.Connect(t.Context(), url)
			if err == nil {
				conn.Close(context.Background())
			}
			return err == nil
		})
	}
	d.start()
	return url, d
}

// smallRedis refuses writes when it cannot keep them.
func smallRedis(t *testing.T) (url string, d *smallDisk) {
	t.Helper()
	d = newSmallDisk(t)
	address := freeAddress(t)
	listening(t, debian(t, context.Background(), d.dir, "redis-server", "--bind", "127.0.0.1", "--port", portOf(t, address), "--dir", d.dir,
		"--appendonly", "yes", "--save", ""), address)
	d.start = func() {}
	return "redis://" + address + "/0", d
}
