// Package reader asks bicycle locks for their state over TCP. The reads and writes take no
// context; the connection carries a deadline, and is closed when the request ends earlier.
package reader

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

const askLimit = 4 * time.Second

// Reader asks locks.
type Reader struct {
	addrs map[string]string // by lock
	log   *slog.Logger
}

// ServeHTTP answers with the state of a lock.
func (r *Reader) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	addr, ok := r.addrs[req.PathValue("lock")]
	if !ok {
		http.NotFound(w, req)
		return
	}
	state, err := ask(req.Context(), addr, "STATE")
	if err != nil {
		r.log.ErrorContext(req.Context(), "lock does not answer", "addr", addr, "err", err)
		http.Error(w, "lock does not answer", http.StatusGatewayTimeout)
		return
	}
	fmt.Fprintln(w, state)
}

func ask(ctx context.Context, addr, question string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	end, _ := ctx.Deadline()
	if err := conn.SetDeadline(end); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()

	if _, err := conn.Write([]byte(question + "\n")); err != nil {
		return "", errors.Join(ctx.Err(), err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", errors.Join(ctx.Err(), err)
	}
	return strings.TrimSpace(line), nil
}
