// Package a has functions that take a context.
package a

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"net/smtp"
	"time"

	"github.com/acme/sdk"
)

type Mailer struct {
	addr string
	auth smtp.Auth
	log  *slog.Logger
}

// unused
func (m *Mailer) Send(ctx context.Context, to string) error {
	return smtp.SendMail(m.addr, m.auth, "x", []string{to}, nil) // want `\(\*Mailer\).Send takes ctx and waits without it: \(\*Mailer\).Send → smtp.SendMail; dial with \(&net.Dialer{}\).DialContext, set a deadline on the connection`
}

// only logged
func (m *Mailer) SendLogged(ctx context.Context, to string) error {
	m.log.InfoContext(ctx, "mail", "to", to)
	return smtp.SendMail(m.addr, m.auth, "x", []string{to}, nil) // want `SendLogged takes ctx and waits without it`
}

type Store interface {
	Get(ctx context.Context, id string) error
	Len(ctx context.Context) int
}

type dbStore struct{ db *sql.DB }

var _ Store = (*dbStore)(nil)

// blank, because an interface demands it
func (s *dbStore) Get(_ context.Context, id string) error {
	_, err := s.db.Query("SELECT 1") // want `\(\*dbStore\).Get takes a context, gives it no name and waits without it: .*; name the parameter and use QueryContext with the context`
	return err
}

// the same, without waiting
func (s *dbStore) Len(context.Context) int { return 1 }

// through a helper, where the fault is
func (s *dbStore) Put(ctx context.Context, id string) error { return s.put(id) }

func (s *dbStore) put(id string) error {
	_, err := s.db.Exec("INSERT", id) // want `\(\*dbStore\).Put takes ctx and waits without it: \(\*dbStore\).Put → \(\*dbStore\).put → \(\*sql.DB\).Exec`
	return err
}

// a retry and a request without the context
func fetch(ctx context.Context, hc *http.Client, url string) error {
	var err error
	for range 3 {
		var req *http.Request
		req, err = http.NewRequest("GET", url, nil) // want `fetch takes ctx and waits without it: fetch → \(\*http.Client\).Do; make the request with http.NewRequestWithContext`
		if err != nil {
			return err
		}
		if _, err = hc.Do(req); err == nil {
			return nil
		}
	}
	return err
}

// the limit of a shutdown is in the context
func (s *dbStore) Shutdown(ctx context.Context) error {
	_, err := s.db.Exec("UPDATE workers SET gone = 1") // want `Shutdown takes ctx and waits without it`
	return err
}

// What obeys, or cannot be told, is silent; what obeys in part is ctxblock's.

func (s *dbStore) Find(ctx context.Context, id string) error {
	if _, err := s.db.QueryContext(ctx, "SELECT 1"); err != nil {
		return err
	}
	_, err := s.db.Exec("UPDATE")
	return err
}

type session struct{ ctx context.Context }

func start(ctx context.Context, db *sql.DB) *session {
	db.Ping()
	return &session{ctx}
}

func handed(ctx context.Context, db *sql.DB, do func(context.Context) error) error {
	db.Ping()
	return do(ctx)
}

func bounded(ctx context.Context) { time.Sleep(10 * time.Millisecond) }

// Somebody else's module.
func use(ctx context.Context, c *sdk.Client) {
	c.Fetch(ctx, "a") // want `\(\*Client\).Fetch takes a context and waits without it: use → \(\*Client\).Fetch → \(\*http.Client\).Get \(sdk.go:\d+\); the end of ctx does not end this call, so put a limit on it`
	c.Push(ctx, "a")  // want `\(\*Client\).Push takes a context and waits up to 8s without it`
	c.Pull(ctx, "a")
}
