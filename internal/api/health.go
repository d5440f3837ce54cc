package api

import (
	"net/http"
)

type Health interface{}

func (s *server) health(w http.ResponseWriter, r *http.Request) error { return nil }
