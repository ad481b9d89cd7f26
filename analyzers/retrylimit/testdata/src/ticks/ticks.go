// Package ticks has handlers whose retries a ticker paces.
package ticks

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type server struct{ db *sql.DB }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C { // want `nothing limits`
		if err := s.db.PingContext(r.Context()); err == nil {
			return
		}
	}
}

func (s *server) counted(w http.ResponseWriter, r *http.Request) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range 5 {
		if err := s.db.PingContext(r.Context()); err == nil {
			return
		}
		<-t.C
	}
}

// A schedule of the process, not of a request.
func (s *server) sweep(ctx context.Context) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for range t.C {
		if _, err := s.db.ExecContext(ctx, "DELETE FROM sessions WHERE old"); err != nil {
			println(err.Error())
		}
	}
}
