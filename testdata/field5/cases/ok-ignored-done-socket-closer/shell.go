// Package shell bridges a terminal in the browser to a serial console.
package shell

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/sync/errgroup"
)

const (
	writeLimit = 10 * time.Second
	idleLimit  = 15 * time.Minute
)

// Bridge serves one console server.
type Bridge struct {
	console  string
	dialer   net.Dialer
	upgrader websocket.Upgrader
	log      *slog.Logger
}

// NewBridge returns a bridge to the console at addr.
func NewBridge(addr string, log *slog.Logger) *Bridge {
	return &Bridge{console: addr, dialer: net.Dialer{Timeout: 5 * time.Second}, log: log}
}

// ServeHTTP upgrades the request and copies in both directions until one side is gone.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	console, err := b.dialer.DialContext(r.Context(), "tcp", b.console)
	if err != nil {
		http.Error(w, "console unreachable", http.StatusBadGateway)
		return
	}
	defer console.Close()
	ws, err := b.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	if err := join(r.Context(), ws, console); err != nil {
		b.log.Info("console session over", "console", b.console, "err", err)
	}
}

func join(ctx context.Context, ws *websocket.Conn, console net.Conn) error {
	g, ctx := errgroup.WithContext(ctx)
	stop := context.AfterFunc(ctx, func() {
		ws.Close()
		console.Close()
	})
	defer stop()

	g.Go(func() error {
		for {
			if err := ws.SetReadDeadline(time.Now().Add(idleLimit)); err != nil {
				return err
			}
			_, keys, err := ws.ReadMessage()
			if err != nil {
				return fmt.Errorf("browser: %w", err)
			}
			if err := console.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
				return err
			}
			if _, err := console.Write(keys); err != nil {
				return fmt.Errorf("console: %w", err)
			}
		}
	})
	g.Go(func() error {
		buf := make([]byte, 4096)
		for {
			n, err := console.Read(buf)
			if err == io.EOF {
				return fmt.Errorf("console hung up: %w", err)
			}
			if err != nil {
				return fmt.Errorf("console: %w", err)
			}
			if err := ws.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
				return err
			}
			if err := ws.WriteMessage(websocket.BinaryMessage, buf[:n]); err != nil {
				return fmt.Errorf("browser: %w", err)
			}
		}
	})
	return g.Wait()
}
