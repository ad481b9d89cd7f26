// Package bad repeats messages from a Redis channel over the loudspeakers of a station. The
// goroutine that reads them only ends with the subscription, and the subscription is
// closed only when the goroutine ends: the context stops neither.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

const speakLimit = 20 * time.Second

// Announcement is one spoken message.
type Announcement struct {
	Platform int    `json:"platform"`
	Text     string `json:"text"`
}

// Speaker is a loudspeaker system.
type Speaker interface {
	Say(ctx context.Context, a Announcement) error
}

// Tannoy connects a channel to a speaker.
type Tannoy struct {
	rdb     redis.UniversalClient
	channel string
	speaker Speaker
	log     *slog.Logger
}

// Start subscribes and repeats announcements in the background until ctx ends.
func (t *Tannoy) Start(ctx context.Context) error {
	sub := t.rdb.Subscribe(ctx, t.channel)
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return fmt.Errorf("subscribe to %s: %w", t.channel, err)
	}
	go t.repeat(ctx, sub) // OR ignored-done
	return nil
}

func (t *Tannoy) repeat(ctx context.Context, sub *redis.PubSub) {
	defer sub.Close()
	for msg := range sub.Channel() { // EXPECT ignored-done
		var a Announcement
		if err := json.Unmarshal([]byte(msg.Payload), &a); err != nil {
			t.log.WarnContext(ctx, "skip unreadable announcement", "err", err)
			continue
		}
		if err := t.say(ctx, a); err != nil {
			t.log.ErrorContext(ctx, "announcement not spoken", "platform", a.Platform, "err", err)
		}
	}
}

func (t *Tannoy) say(ctx context.Context, a Announcement) error {
	ctx, cancel := context.WithTimeout(ctx, speakLimit)
	defer cancel()
	return t.speaker.Say(ctx, a)
}
