// Package bad logs on to the barcode scanners of a depot over TCP.
// An attempt whose logon fails leaves its connection open, and the next one dials another: a scanner
// that starts slowly is out of sockets by the time it could have answered.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"
)

const (
	tries        = 6
	logonTimeout = 3 * time.Second
	budget       = time.Minute
)

var errDenied = errors.New("scanner denied the logon")

// Depot logs on to scanners.
type Depot struct {
	dialer net.Dialer
	secret string
	log    *slog.Logger
}

// NewDepot logs on with secret.
func NewDepot(secret string, log *slog.Logger) *Depot {
	return &Depot{dialer: net.Dialer{Timeout: 2 * time.Second}, secret: secret, log: log}
}

// Connect returns a connection to the scanner at addr that is logged on.
func (d *Depot) Connect(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	for n := 1; ; n++ {
		conn, err := d.open(ctx, addr) // OR retry-hygiene
		if err == nil {
			return conn, nil
		}
		if n == tries || ctx.Err() != nil || errors.Is(err, errDenied) {
			return nil, fmt.Errorf("connect to %s: %w", addr, err)
		}
		d.log.Info("scanner not ready", "addr", addr, "try", n, "err", err)
		wait := 250 * time.Millisecond << n
		select {
		case <-time.After(wait/2 + rand.N(wait)):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
	}
}

func (d *Depot) open(ctx context.Context, addr string) (net.Conn, error) {
	conn, err := d.dialer.DialContext(ctx, "tcp", addr) // EXPECT retry-hygiene
	if err != nil {
		return nil, fmt.Errorf("dial: %w", err)
	}
	if err := d.logon(ctx, conn); err != nil { // OR retry-hygiene
		return nil, fmt.Errorf("logon: %w", err) // OR retry-hygiene
	}
	return conn, nil
}

// logon sends the secret and reads the answer, within the logon timeout.
func (d *Depot) logon(ctx context.Context, conn net.Conn) error {
	if err := conn.SetDeadline(time.Now().Add(logonTimeout)); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
	defer stop()
	if _, err := fmt.Fprintf(conn, "LOGON %s\r\n", d.secret); err != nil {
		return err
	}
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return err
	}
	switch strings.TrimSpace(answer) {
	case "READY":
		if !stop() {
			return ctx.Err()
		}
		return conn.SetDeadline(time.Time{})
	case "BUSY":
		return errors.New("scanner is busy")
	}
	return errDenied
}
