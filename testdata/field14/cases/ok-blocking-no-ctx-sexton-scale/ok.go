// Package ok reads the wax scale of a chapel over TCP in a handler. Write and Read have no context,
// but every one of them is under the deadline that is taken from it, and the end of the
// request closes the line.
package ok

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	weighLimit = 5 * time.Second
	maxAnswer  = 256
)

// Scale is a scale with a serial server in front of it.
type Scale struct {
	addr   string
	dialer net.Dialer
}

// Weigh returns what lies on the scale, in grams.
func (s *Scale) Weigh(ctx context.Context) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, weighLimit)
	defer cancel()

	conn, err := s.dialer.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return 0, fmt.Errorf("reach scale: %w", err)
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return 0, fmt.Errorf("set deadline: %w", err)
		}
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	if _, err := io.WriteString(conn, "W\r\n"); err != nil {
		return 0, fmt.Errorf("ask scale: %w", err)
	}
	line, err := bufio.NewReader(io.LimitReader(conn, maxAnswer)).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("read scale: %w", err)
	}
	grams, err := strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil {
		return 0, fmt.Errorf("scale said %q: %w", line, err)
	}
	return grams, nil
}

// Chapel shows the weight of the wax.
type Chapel struct {
	scale *Scale
	log   *slog.Logger
}

// NewChapel returns a handler for the scale at addr.
func NewChapel(addr string, log *slog.Logger) *Chapel {
	return &Chapel{scale: &Scale{addr: addr}, log: log}
}

// ServeHTTP answers with the current weight.
func (c *Chapel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	grams, err := c.scale.Weigh(r.Context())
	if err != nil {
		c.log.WarnContext(r.Context(), "scale", "err", err)
		http.Error(w, "scale does not answer", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintf(w, "%.1f g\n", grams)
}
