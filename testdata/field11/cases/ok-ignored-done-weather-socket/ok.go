// Package ok follows the reports of a weather balloon over a websocket. ReadMessage knows no
// context and the loop looks at none, but the end of the context closes the connection. The
// read then fails, and the loop with it.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

const maxReport = 16 << 10

// Report is one measurement.
type Report struct {
	Height   float64 `json:"height"`
	Pressure float64 `json:"pressure"`
}

// Balloon reports while it flies.
type Balloon struct {
	url    string
	key    string
	dialer *websocket.Dialer
	log    *slog.Logger
}

// NewBalloon returns the balloon that reports at url.
func NewBalloon(url, key string, log *slog.Logger) *Balloon {
	return &Balloon{url: url, key: key, dialer: &websocket.Dialer{HandshakeTimeout: 10 * time.Second}, log: log}
}

// Follow passes reports to record until ctx ends or the connection breaks.
func (b *Balloon) Follow(ctx context.Context, record func(Report)) error {
	conn, resp, err := b.dialer.DialContext(ctx, b.url, http.Header{"X-Key": {b.key}})
	if err != nil {
		if resp != nil {
			return fmt.Errorf("dial balloon: %w: %s", err, resp.Status)
		}
		return fmt.Errorf("dial balloon: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	conn.SetReadLimit(maxReport)
	for {
		_, raw, err := conn.ReadMessage()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("read report: %w", err)
		}
		var r Report
		if err := json.Unmarshal(raw, &r); err != nil {
			b.log.WarnContext(ctx, "skip unreadable report", "err", err)
			continue
		}
		record(r)
	}
}
