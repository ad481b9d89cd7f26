// Package bad asks the meter concentrators of a street for their table over a small TCP protocol.
// Each attempt opens a connection of its own and defers its Close, but the defers run only when
// the whole function returns: a concentrator that is slow to recover, and serves few connections,
// has all the earlier attempts still connected while the next one knocks.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

const (
	tableAttempts = 6
	tryTimeout    = 4 * time.Second
	tableBudget   = time.Minute
)

// ErrNoTable says that the concentrator has no table to give.
var ErrNoTable = errors.New("concentrator has no table")

// Street reads concentrators.
type Street struct {
	dialer net.Dialer
	log    *slog.Logger
}

// NewStreet returns a reader.
func NewStreet(log *slog.Logger) *Street {
	return &Street{dialer: net.Dialer{Timeout: tryTimeout}, log: log}
}

// Table returns the lines of a concentrator's table.
func (s *Street) Table(ctx context.Context, addr string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, tableBudget)
	defer cancel()

	var last error
	for n := range tableAttempts {
		if n > 0 {
			d := 250 * time.Millisecond << n
			select {
			case <-time.After(d/2 + rand.N(d)):
			case <-ctx.Done():
				return nil, fmt.Errorf("table of %s: %w", addr, errors.Join(last, ctx.Err()))
			}
		}
		conn, err := s.dialer.DialContext(ctx, "tcp", addr) // OR retry-hygiene
		if err != nil {
			last = err
			s.log.Warn("concentrator not reached", "addr", addr, "attempt", n+1, "err", err)
			continue
		}
		defer conn.Close() // EXPECT retry-hygiene

		lines, err := ask(ctx, conn)
		if err == nil {
			return lines, nil
		}
		if errors.Is(err, ErrNoTable) || ctx.Err() != nil {
			return nil, fmt.Errorf("table of %s: %w", addr, err)
		}
		last = err
		s.log.Warn("concentrator did not answer", "addr", addr, "attempt", n+1, "err", err)
	}
	return nil, fmt.Errorf("table of %s, %d attempts: %w", addr, tableAttempts, last)
}

// ask reads a table up to its closing dot.
func ask(ctx context.Context, conn net.Conn) ([]string, error) {
	if err := conn.SetDeadline(time.Now().Add(tryTimeout)); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := io.WriteString(conn, "TABLE\r\n"); err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	var lines []string
	sc := bufio.NewScanner(conn)
	for sc.Scan() {
		switch line := strings.TrimSpace(sc.Text()); line {
		case ".":
			return lines, nil
		case "NONE":
			return nil, ErrNoTable
		default:
			lines = append(lines, line)
		}
	}
	return nil, errors.Join(io.ErrUnexpectedEOF, sc.Err())
}
