package api

import (
	"log/slog"
	"net/http"
	"time"
)

const (
	// writeFor is how long a caller may take to read an answer, or one piece of a long one.
	writeFor = 30 * time.Second

	// longestAnswer is how long a caller may take to read all pieces of an answer.
	longestAnswer = 15 * time.Minute

	// readFor is how long a caller may take to send the headers, and the same for a body. No
	// endpoint reads a body.
	readFor = 5 * time.Second

	// maxHeaders is in bytes, with the request line. net/http allows 4096 more than MaxHeaderBytes.
	maxHeaders = 24 << 10
)

// NewServer makes the HTTP server for a handler of New; both get the same requestTimeout. The
// server closes connections that send or read too slowly. Messages of net/http go to log.
func NewServer(addr string, h http.Handler, requestTimeout time.Duration, log *slog.Logger) *http.Server {
	return &http.Server{
		Addr:                         addr,
		Handler:                      h,
		DisableGeneralOptionsHandler: true,                      // OPTIONS * gets our error body
		ReadHeaderTimeout:            readFor,                   // ReadTimeout would end longer requests too; see begin
		WriteTimeout:                 requestTimeout + writeFor, // from the end of the request's headers
		IdleTimeout:                  2 * time.Minute,
		MaxHeaderBytes:               maxHeaders - 4096,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
