// Package ok wires a fish market up. All of this happens before the first request and without a context: the
// database is opened and pinged, the schema looked at, the listener made. A start-up that hangs is
// seen by whoever started it.
package ok

import (
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

// Config says where things are.
type Config struct {
	Driver string
	DSN    string
	Addr   string
}

// Market is ready to serve.
type Market struct {
	db  *sql.DB
	ln  net.Listener
	srv *http.Server
	log *slog.Logger
}

var errOldSchema = errors.New("schema is too old, run migrate first")

// Setup returns a market that is ready, or what is missing.
func Setup(conf Config, log *slog.Logger) (*Market, error) {
	db, err := openDB(conf)
	if err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp", conf.Addr)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), db.Close())
	}
	m := &Market{db: db, ln: ln, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /prices/{fish}", m.price)
	m.srv = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
	}
	log.Info("market is ready", "addr", ln.Addr(), "build", build())
	return m, nil
}

func openDB(conf Config) (*sql.DB, error) {
	db, err := sql.Open(conf.Driver, conf.DSN)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(16)
	db.SetConnMaxLifetime(30 * time.Minute)
	if err := db.Ping(); err != nil {
		return nil, errors.Join(fmt.Errorf("reach database: %w", err), db.Close())
	}
	var version int
	if err := db.QueryRow(`SELECT max(version) FROM schema_versions`).Scan(&version); err != nil {
		return nil, errors.Join(fmt.Errorf("read schema version: %w", err), db.Close())
	}
	if version < 12 {
		return nil, errors.Join(errOldSchema, db.Close())
	}
	return db, nil
}

func build() string {
	out, err := exec.Command("git", "describe", "--always").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

func (m *Market) price(w http.ResponseWriter, r *http.Request) {
	var cents int
	err := m.db.QueryRowContext(r.Context(), `SELECT cents FROM prices WHERE fish = $1`, r.PathValue("fish")).Scan(&cents)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		http.NotFound(w, r)
	case err != nil:
		m.log.ErrorContext(r.Context(), "price", "err", err)
		http.Error(w, "no price", http.StatusInternalServerError)
	default:
		fmt.Fprintln(w, cents)
	}
}

// Run serves until Close.
func (m *Market) Run() error {
	if err := m.srv.Serve(m.ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Close closes the market.
func (m *Market) Close() error { return errors.Join(m.srv.Close(), m.db.Close()) }
