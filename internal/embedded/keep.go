package embedded

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/gofrs/flock"
)

const taskVariable = "AIRPORT_CONTENT_KEEPER" // makes a process a keeper

// task is the server that a keeper runs in its working directory: one of the two.
type task struct {
	Postgres  *postgresServer
	Redis     *redisServer
	Temporary string // a directory that the keeper removes if the parent was killed
}

// reply is the result of the start.
type reply struct{ URL, Error string }

// How to end the server. The parent writes it to the keeper's stdin; a parent that is killed writes nothing.
const (
	inOrder = "fast"
	atOnce  = "immediate"
)

// RunIfAsked turns this process into a keeper, and does not return, if it was started as one. Every program that starts servers
// must call it first.
func RunIfAsked() {
	text, asked := os.LookupEnv(taskVariable)
	if !asked {
		return
	}
	var t task
	err := json.Unmarshal([]byte(text), &t)
	if err == nil {
		err = t.keep()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "keep server:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// keep runs the server until stdin closes.
func (t task) keep() error {
	// Ignore signals: only the end of stdin ends a keeper.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	stdin := make(chan string, 1)
	go func() {
		how, _ := io.ReadAll(os.Stdin)
		if t.Postgres != nil && t.Postgres.downloading() {
			os.Exit(0) // the download may take long, and no server runs yet
		}
		stdin <- string(how)
	}()
	lock := flock.New("lock") // the keeper of a killed process may still be ending its server
	defer lock.Close()
	if err := lock.Lock(); err != nil {
		return err
	}
	var server interface {
		start() (url string, err error)
		stop(how string) error
	} = t.Redis
	if t.Postgres != nil {
		server = t.Postgres
	}
	replies := json.NewEncoder(os.Stdout)
	url, err := server.start()
	if err != nil {
		return replies.Encode(reply{Error: err.Error()})
	}
	_ = replies.Encode(reply{URL: url}) // fails if the parent is gone; then stdin closes too
	how := <-stdin
	err = server.stop(cmp.Or(how, inOrder))
	if how == "" {
		err = errors.Join(err, os.RemoveAll(t.Temporary))
	}
	return err
}
