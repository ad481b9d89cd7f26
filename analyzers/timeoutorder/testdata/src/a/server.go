package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type proxy struct{ db *sql.DB }

// One wait that is longer than the server lets it.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	if err := p.db.PingContext(ctx); err != nil {
		http.Error(w, "no", 502)
	}
}

func direct(db *sql.DB) *http.Server {
	return &http.Server{
		Handler:      &proxy{db: db},
		WriteTimeout: 5 * time.Second, // want `the server cuts the connection \(WriteTimeout\) 5s after it has read a request, but \(\*proxy\).ServeHTTP → \(\*sql.DB\).PingContext may take 10s`
	}
}

func directLong(db *sql.DB) *http.Server {
	return &http.Server{Handler: &proxy{db: db}, WriteTimeout: 15 * time.Second}
}

func directNone(db *sql.DB) *http.Server { return &http.Server{Handler: &proxy{db: db}} }

func unknown(h http.Handler) *http.Server {
	return &http.Server{Handler: h, WriteTimeout: time.Second}
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

func behind(db *sql.DB) *http.Server {
	return &http.Server{
		Handler:      logged(&proxy{db: db}),
		WriteTimeout: 5 * time.Second, // want `may take 10s`
	}
}

// Attempts behind a mux and two functions.
type labels struct{ db *sql.DB }

func (l *labels) routes(mux *http.ServeMux) { mux.HandleFunc("/label", l.label) }

func (l *labels) label(w http.ResponseWriter, r *http.Request) {
	if err := l.render(r.Context()); err != nil {
		http.Error(w, "no", 502)
	}
}

func (l *labels) render(ctx context.Context) error {
	var err error
	for n := 0; n < 3; n++ {
		if err = l.draw(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return err
}

func (l *labels) draw(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	return l.db.PingContext(ctx)
}

func (l *labels) server() *http.Server {
	mux := http.NewServeMux()
	l.routes(mux)
	return &http.Server{
		Handler:      mux,
		WriteTimeout: 5 * time.Second, // want `\(\*labels\).label → \(\*labels\).render → the loop may take 12.9s \(3 attempts of up to 4s and 900ms of delays\): its answer then goes nowhere`
	}
}

func (l *labels) serverLong() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/label", l.label)
	return &http.Server{Handler: mux, WriteTimeout: 20 * time.Second}
}

func quick(w http.ResponseWriter, r *http.Request) {}

func quickServer() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/quick", quick)
	return &http.Server{Handler: mux, WriteTimeout: time.Second}
}

func (l *labels) limited() http.Handler {
	return http.TimeoutHandler(http.HandlerFunc(l.label), 2*time.Second, "") // want `the handler inside is given up after 2s, but \(\*labels\).label → \(\*labels\).render → the loop may take 12.9s`
}

func (l *labels) limitedLong() http.Handler {
	return http.TimeoutHandler(http.HandlerFunc(l.label), 20*time.Second, "")
}
