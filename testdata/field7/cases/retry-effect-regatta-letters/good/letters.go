// Package good writes to the crews of a regatta when a race is moved.
// The task can run again after a failure. A letter is claimed before it is sent, so no crew
// gets it twice; one that fails after that is reported and left to the office.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
)

const kind = "race:moved"

// Crew takes part in a race.
type Crew struct {
	ID    string
	Email string
}

// Moved is the payload of the task.
type Moved struct {
	Race  string    `json:"race"`
	Start time.Time `json:"start"`
}

// Roster knows the crews and which of them have got their letter.
type Roster interface {
	Crews(ctx context.Context, race string) ([]Crew, error)
	// Claim marks the letter to the crew as sent; it returns false if it was marked before.
	Claim(ctx context.Context, race, crew string, start time.Time) (bool, error)
}

// Mailer sends letters.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// Letters handles the tasks.
type Letters struct {
	roster Roster
	mailer Mailer
	log    *slog.Logger
}

// Announce queues the letters of a race.
func Announce(ctx context.Context, queue *asynq.Client, m Moved) error {
	raw, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode task: %w", err)
	}
	task := asynq.NewTask(kind, raw)
	if _, err := queue.EnqueueContext(ctx, task, asynq.MaxRetry(6), asynq.Timeout(5*time.Minute)); err != nil {
		return fmt.Errorf("queue letters: %w", err)
	}
	return nil
}

// ProcessTask sends the letters of one race.
func (l *Letters) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var m Moved
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return fmt.Errorf("decode task: %w: %w", err, asynq.SkipRetry)
	}
	crews, err := l.roster.Crews(ctx, m.Race)
	if err != nil {
		return fmt.Errorf("crews of %s: %w", m.Race, err)
	}
	text := "Your race starts at " + m.Start.Format(time.Kitchen) + "."
	for _, c := range crews {
		first, err := l.roster.Claim(ctx, m.Race, c.ID, m.Start)
		if err != nil {
			return fmt.Errorf("claim letter to %s: %w", c.ID, err)
		}
		if !first {
			continue
		}
		if err := l.mailer.Send(ctx, c.Email, "New start time", text); err != nil {
			l.log.ErrorContext(ctx, "letter not sent, please call the crew", "crew", c.ID, "err", err)
		}
	}
	l.log.InfoContext(ctx, "letters done", "race", m.Race, "crews", len(crews))
	return nil
}
