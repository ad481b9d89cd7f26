// Package good reminds households of their chores. One goroutine goes through all that is due;
// a webhook that does not answer costs it a few seconds, or less when the service stops.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"faultfield10/cases/blocking-no-ctx-chore-reminders/good/hook"
)

// Chore is something to be done by someone.
type Chore struct {
	Household string
	What, Who string
	Due       time.Time
}

// Chores hands out chores; a chore that was taken is not handed out again.
type Chores interface {
	TakeDue(ctx context.Context, now time.Time) ([]Chore, error)
}

// Reminder posts what is due.
type Reminder struct {
	chores Chores
	chats  map[string]*hook.Chat
	every  time.Duration
	log    *slog.Logger
}

// Run reminds until ctx ends.
func (r *Reminder) Run(ctx context.Context) error {
	ticker := time.NewTicker(r.every)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			if err := r.remind(ctx, now); err != nil {
				r.log.ErrorContext(ctx, "reminders", "err", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *Reminder) remind(ctx context.Context, now time.Time) error {
	due, err := r.chores.TakeDue(ctx, now)
	if err != nil {
		return fmt.Errorf("take due chores: %w", err)
	}
	for _, c := range due {
		chat, ok := r.chats[c.Household]
		if !ok {
			r.log.WarnContext(ctx, "household without chat", "household", c.Household)
			continue
		}
		text := fmt.Sprintf("%s: it is your turn to %s", c.Who, c.What)
		if err := chat.Say(ctx, text); err != nil {
			r.log.WarnContext(ctx, "not reminded", "household", c.Household, "err", err)
		}
	}
	return nil
}
