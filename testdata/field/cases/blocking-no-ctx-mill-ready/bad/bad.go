// Package bad says whether a mill is ready for grain. The readiness handler asks database and weigher and waits
// for both as long as they like. When the database hangs, so does the probe; the mill is taken out of
// service by the prober's timeout, and all its siblings in the same second.
package bad

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// Ready is the readiness handler.
type Ready struct {
	db      *sql.DB
	weigher string
}

// NewReady returns the handler.
func NewReady(db *sql.DB, weigher string) *Ready { return &Ready{db: db, weigher: weigher} }

// ServeHTTP answers the prober, which waits for two seconds.
func (h *Ready) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	state := map[string]string{"database": "ok", "weigher": "ok"}
	code := http.StatusOK
	fail := func(part string, err error) {
		state[part] = err.Error()
		code = http.StatusServiceUnavailable
	}
	if err := h.db.Ping(); err != nil { // EXPECT blocking-no-ctx
		fail("database", err)
	}
	if err := h.weigh(); err != nil { // OR blocking-no-ctx
		fail("weigher", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(state)
}

func (h *Ready) weigh() error {
	conn, err := net.DialTimeout("tcp", h.weigher, 30*time.Second) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "STATUS\r\n"); err != nil { // OR blocking-no-ctx
		return err
	}
	buf := make([]byte, 16)
	n, err := conn.Read(buf) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	if s := strings.TrimSpace(string(buf[:n])); s != "ZERO" {
		return fmt.Errorf("weigher says %q", s)
	}
	return nil
}
