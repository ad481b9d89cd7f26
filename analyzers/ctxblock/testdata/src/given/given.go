// Package given waits through interfaces and functions that it is given.
package given

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"given/store"
)

type reader interface{ Read(id string) error }

var _ reader = (*store.Web)(nil)

type named struct{ r reader }

func newNamed(r reader) *named { return &named{r: r} }

func (s *named) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = s.r.Read(r.URL.Path) // want `\(\*Web\).Read waits without a context, so the end of r.Context\(\) does not end it`
}

type memReader interface{ Read(id string) error }

type remembered struct{ r memReader }

func newRemembered(m *store.Mem) *remembered { return &remembered{r: m} }

func (s *remembered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = s.r.Read(r.URL.Path)
}

type check func() error

type pinger interface {
	PingContext(ctx context.Context) error
}

func ping(p pinger) check {
	return func() error {
		return p.PingContext(context.Background()) // want `\(\*sql.DB\).PingContext waits under a context that .* makes itself`
	}
}

func quickPing(p pinger) check {
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		return p.PingContext(ctx)
	}
}

type health struct {
	ready check
	quick check
	all   []check
}

func newHealth(db *sql.DB) *health {
	return &health{ready: ping(db), quick: quickPing(db), all: []check{listed(db)}}
}

func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.ready() != nil || h.quick() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	for _, c := range h.all {
		if c() != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
}

func listed(db *sql.DB) check {
	return func() error {
		return db.Ping() // want `\(\*sql.DB\).Ping waits without a context`
	}
}
