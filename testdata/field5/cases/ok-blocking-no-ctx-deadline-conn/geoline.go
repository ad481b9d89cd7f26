// Package geoline asks a geocoder that speaks one line per question.
package geoline

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

const askLimit = 3 * time.Second

// Geocoder is the server.
type Geocoder struct {
	addr   string
	dialer net.Dialer
}

// NewGeocoder returns a geocoder at addr.
func NewGeocoder(addr string) *Geocoder { return &Geocoder{addr: addr} }

// Locate returns the coordinates of an address.
func (g *Geocoder) Locate(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	conn, err := g.dialer.DialContext(ctx, "tcp", g.addr)
	if err != nil {
		return "", fmt.Errorf("geocoder: %w", err)
	}
	defer conn.Close()
	release, err := follow(ctx, conn)
	if err != nil {
		return "", err
	}
	defer release()

	answer, err := ask(conn, address)
	if err != nil {
		return "", errors.Join(ctx.Err(), err)
	}
	return answer, nil
}

// follow puts the deadline of ctx on conn and breaks off its reads and writes when ctx ends.
func follow(ctx context.Context, conn net.Conn) (release func() bool, err error) {
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return nil, err
		}
	}
	return context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }), nil
}

func ask(conn net.Conn, address string) (string, error) {
	if _, err := fmt.Fprintf(conn, "LOCATE %s\n", strings.ReplaceAll(address, "\n", " ")); err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("answer: %w", err)
	}
	return strings.TrimSpace(line), nil
}

// Handler serves GET /locate?address=….
func Handler(g *Geocoder, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := g.Locate(r.Context(), r.FormValue("address"))
		if err != nil {
			log.WarnContext(r.Context(), "locate", "err", err)
			http.Error(w, "no answer", http.StatusBadGateway)
			return
		}
		_, _ = w.Write([]byte(answer))
	}
}
