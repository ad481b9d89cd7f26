// Package good listens to a radio receiver that reports the rings of parrots over a websocket.
// The end of the context closes the connection, and that ends the read.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/gorilla/websocket"
)

const maxReport = 4 << 10

// Sighting is a ring that was heard.
type Sighting struct {
	Ring   string    `json:"ring"`
	Signal float32   `json:"signal"`
	At     time.Time `json:"at"`
}

// Receiver is one radio in the trees.
type Receiver struct {
	Name   string
	URL    string
	dialer *websocket.Dialer
	log    *slog.Logger
}

// NewReceiver connects with a handshake limit of ten seconds.
func NewReceiver(name, url string, log *slog.Logger) *Receiver {
	return &Receiver{Name: name, URL: url, dialer: &websocket.Dialer{HandshakeTimeout: 10 * time.Second}, log: log}
}

// Listen hands sightings to note until ctx ends or the receiver fails.
func (r *Receiver) Listen(ctx context.Context, note func(Sighting)) error {
	conn, _, err := r.dialer.DialContext(ctx, r.URL, nil)
	if err != nil {
		return fmt.Errorf("receiver %s: %w", r.Name, err)
	}
	defer conn.Close()
	conn.SetReadLimit(maxReport)
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	r.log.InfoContext(ctx, "listening", "receiver", r.Name)

	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var s Sighting
		if err := conn.ReadJSON(&s); err != nil {
			return fmt.Errorf("receiver %s: read: %w", r.Name, err)
		}
		if s.Ring == "" {
			r.log.WarnContext(ctx, "report without a ring", "receiver", r.Name)
			continue
		}
		note(s)
	}
}
