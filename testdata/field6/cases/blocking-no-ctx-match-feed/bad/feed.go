// Package bad streams the events of a running match to spectators.
package bad

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/coder/websocket"
)

// Event is a thing that happened in a match.
type Event struct {
	Tick   uint64 `json:"tick"`
	Player string `json:"player"`
	Action string `json:"action"`
}

// Matches knows the running matches. The channel is closed when the match is over; leave ends
// the subscription.
type Matches interface {
	Watch(match string) (events <-chan Event, leave func(), err error)
}

// Feed is the websocket endpoint.
type Feed struct {
	matches Matches
	log     *slog.Logger
}

// NewFeed returns the endpoint.
func NewFeed(m Matches, log *slog.Logger) *Feed { return &Feed{matches: m, log: log} }

// ServeHTTP serves one spectator.
func (f *Feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	events, leave, err := f.matches.Watch(r.PathValue("match"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer leave()

	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		f.log.WarnContext(r.Context(), "upgrade", "err", err)
		return
	}
	defer conn.CloseNow()

	ctx := conn.CloseRead(r.Context())
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok {
				_ = conn.Close(websocket.StatusNormalClosure, "match is over")
				return
			}
			if err := f.send(ctx, conn, e); err != nil {
				f.log.DebugContext(ctx, "spectator left", "err", err)
				return
			}
		}
	}
}

func (f *Feed) send(ctx context.Context, conn *websocket.Conn, e Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return conn.Write(context.Background(), websocket.MessageText, text) // EXPECT blocking-no-ctx // OR ignored-done
}
