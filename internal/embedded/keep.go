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
	Temporary string // a directory to remove when nobody else will
}

// reply tells how the start went.
type reply struct{ URL, Error string }

// How a keeper is to end its server, which it reads from stdin. A parent that is killed says nothing.
const (
	inOrder = "fast"
	atOnce  = "immediate"
)

// RunIfAsked makes this process a keeper, and never returns, when another one of the same program has started it for
// that. Every program that starts servers calls it first of all.
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
	// Nothing else ends a keeper: no signal to all programs of its name, no pipe that nobody reads.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	stdin := make(chan string, 1)
	go func() {
		how, _ := io.ReadAll(os.Stdin)
		if t.Postgres != nil && t.Postgres.downloading() {
			os.Exit(0) // that may take long, and nothing runs yet
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
	_ = replies.Encode(reply{URL: url}) // fails where our parent is gone: then stdin closes too
	how := <-stdin
	err = server.stop(cmp.Or(how, inOrder))
	if how == "" {
		err = errors.Join(err, os.RemoveAll(t.Temporary))
	}
	return err
}
