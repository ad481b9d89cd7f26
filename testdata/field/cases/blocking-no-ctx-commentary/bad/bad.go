// Package bad streams the commentary of a race to browsers. The subscription is made under a background
// context and its channel read in a plain range. When a browser leaves in a quiet lap, handler,
// goroutine and subscription stay until somebody says something.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

// Booth is where the commentators sit.
type Booth struct {
	rdb redis.UniversalClient
	log *slog.Logger
}

// NewBooth returns a booth.
func NewBooth(rdb redis.UniversalClient, log *slog.Logger) *Booth {
	return &Booth{rdb: rdb, log: log}
}

// Say spreads a message to all listeners of a race.
func (b *Booth) Say(ctx context.Context, race, text string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return b.rdb.Publish(ctx, "race:"+race, text).Err()
}

// ServeHTTP streams one race.
func (b *Booth) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	race := r.PathValue("race")
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	if err := out.Flush(); err != nil {
		return
	}
	sub := b.rdb.Subscribe(context.Background(), "race:"+race) // OR blocking-no-ctx // OR ignored-done
	defer sub.Close()
	b.log.Info("listener joined", "race", race)
	for msg := range sub.Channel() { // EXPECT blocking-no-ctx // OR ignored-done
		if _, err := fmt.Fprintf(w, "data: %s\n\n", msg.Payload); err != nil {
			return
		}
		if err := out.Flush(); err != nil {
			return
		}
	}
}
