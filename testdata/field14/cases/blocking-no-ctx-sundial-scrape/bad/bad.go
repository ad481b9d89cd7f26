// Package bad exports the error of electric sundials as metrics. The timeout of the dialer is
// all there is, and a UDP dial is done at once in any case: a sundial that does not answer
// keeps the read, and with it the scrape, until somebody restarts the exporter.
package bad

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const answerSize = 12

// Dials is a set of sundials by name.
type Dials struct {
	addrs   map[string]string
	dialer  net.Dialer
	timeout time.Duration
	log     *slog.Logger
}

// NewDials returns a set whose members have to answer within timeout.
func NewDials(addrs map[string]string, timeout time.Duration, log *slog.Logger) *Dials {
	return &Dials{addrs: addrs, dialer: net.Dialer{Timeout: timeout}, timeout: timeout, log: log}
}

// ServeHTTP answers a scrape of one sundial.
func (d *Dials) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("target")
	addr, ok := d.addrs[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	drift, err := d.drift(r.Context(), addr) // OR blocking-no-ctx
	if err != nil {
		d.log.WarnContext(r.Context(), "sundial", "name", name, "err", err)
		fmt.Fprintf(w, "sundial_up{name=%q} 0\n", name)
		return
	}
	fmt.Fprintf(w, "sundial_up{name=%q} 1\nsundial_drift_seconds{name=%q} %g\n", name, name, drift.Seconds())
}

func (d *Dials) drift(ctx context.Context, addr string) (time.Duration, error) {
	conn, err := d.dialer.DialContext(ctx, "udp", addr) // OR blocking-no-ctx
	if err != nil {
		return 0, fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("drift?")); err != nil {
		return 0, fmt.Errorf("ask: %w", err)
	}
	var answer [answerSize]byte
	if _, err := io.ReadFull(conn, answer[:]); err != nil { // EXPECT blocking-no-ctx // OR ignored-done
		return 0, fmt.Errorf("read answer: %w", err)
	}
	return time.Duration(int64(binary.BigEndian.Uint64(answer[4:]))), nil
}
