package api

import (
	"log/slog"
	"net/http"
	"time"
)

const (
	// writeFor is how long a caller may take to read an answer, or one piece of a long one.
	writeFor = 30 * time.Second

	// writeSpooledFor is the same for one megabyte of a spooled answer, whose caller keeps nobody waiting: long, for the
	// system's buffers hold some megabytes, and a slow reader may have to empty them before the next one goes.
	writeSpooledFor = 2 * time.Minute

	// LongestAnswer is how long a caller who reads slowly, but steadily, may take for one answer.
	LongestAnswer = 15 * time.Minute

	// maxHeaders is in bytes, the request line included; net/http allows 4096 more than it is told.
	maxHeaders = 64 << 10
)

// NewServer makes the server for a handler of New with the same requestTimeout. Callers that send or read too slowly
// are cut off. What net/http has to say by itself goes to log.
func NewServer(addr string, h http.Handler, requestTimeout time.Duration, log *slog.Logger) *http.Server {
	return &http.Server{
		Addr:                         addr,
		Handler:                      h,
		DisableGeneralOptionsHandler: true, // OPTIONS * gets our error body too
		ReadHeaderTimeout:            5 * time.Second,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 requestTimeout + writeFor, // counted from the request's headers on
		IdleTimeout:                  2 * time.Minute,
		MaxHeaderBytes:               maxHeaders - 4096,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
