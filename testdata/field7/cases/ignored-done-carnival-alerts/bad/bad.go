// Package bad shows alerts on the screens of carnival floats. Each screen follows a Redis
// channel until the float's tour is over. Subscribing under the tour's context does not tie
// the subscription to it: the loop over the messages goes on after the tour, until somebody
// closes the subscription, and the one who would is this loop's own function.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/errgroup"
)

// Alert is shown on a screen.
type Alert struct {
	Text  string `json:"text"`
	Level int    `json:"level"`
}

// Screen is the display of one float.
type Screen interface {
	Show(ctx context.Context, a Alert) error
}

// Control connects screens to their channels.
type Control struct {
	rdb *redis.Client
	log *slog.Logger
}

// NewControl returns a control over the server at addr.
func NewControl(addr string, log *slog.Logger) *Control {
	return &Control{rdb: redis.NewClient(&redis.Options{Addr: addr}), log: log}
}

// Tour serves the screens of all floats until ctx ends or one of them fails.
func (c *Control) Tour(ctx context.Context, floats map[string]Screen) error {
	group, ctx := errgroup.WithContext(ctx)
	for name, screen := range floats {
		group.Go(func() error { return c.follow(ctx, name, screen) })
	}
	return group.Wait()
}

func (c *Control) follow(ctx context.Context, name string, screen Screen) error {
	sub := c.rdb.Subscribe(ctx, "alerts:all", "alerts:"+name) // OR ignored-done
	defer sub.Close()
	if _, err := sub.Receive(ctx); err != nil { // OR ignored-done
		return fmt.Errorf("subscribe %s: %w", name, err)
	}

	for msg := range sub.Channel() { // EXPECT ignored-done
		var a Alert
		if err := json.Unmarshal([]byte(msg.Payload), &a); err != nil {
			c.log.WarnContext(ctx, "unreadable alert", "float", name, "channel", msg.Channel, "err", err)
			continue
		}
		if err := screen.Show(ctx, a); err != nil {
			return fmt.Errorf("screen of %s: %w", name, err)
		}
	}
	return fmt.Errorf("alerts of %s: subscription closed", name)
}
