// Package good says whether a mill is ready for grain. The readiness handler gives database and weigher
// together less time than the prober gives it.
package good

import (
	"context"
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
	dialer  net.Dialer
}

// NewReady returns the handler.
func NewReady(db *sql.DB, weigher string) *Ready { return &Ready{db: db, weigher: weigher} }

// ServeHTTP answers the prober, which waits for two seconds.
func (h *Ready) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 800*time.Millisecond)
	defer cancel()
	state := map[string]string{"database": "ok", "weigher": "ok"}
	code := http.StatusOK
	fail := func(part string, err error) {
		state[part] = err.Error()
		code = http.StatusServiceUnavailable
	}
	if err := h.db.PingContext(ctx); err != nil {
		fail("database", err)
	}
	if err := h.weigh(ctx); err != nil {
		fail("weigher", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(state)
}

func (h *Ready) weigh(ctx context.Context) error {
	conn, err := h.dialer.DialContext(ctx, "tcp", h.weigher)
	if err != nil {
		return err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := io.WriteString(conn, "STATUS\r\n"); err != nil {
		return err
	}
	buf := make([]byte, 16)
	n, err := conn.Read(buf)
	if err != nil {
		return err
	}
	if s := strings.TrimSpace(string(buf[:n])); s != "ZERO" {
		return fmt.Errorf("weigher says %q", s)
	}
	return nil
}
