// Package bad mails the bulletin of a garden club from a task queue. One bad address makes the
// task fail; the queue runs it again from the top, and everybody before that address gets
// the bulletin once more for every run.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
)

// TaskBulletin is the type of the task; its payload is the edition.
const TaskBulletin = "bulletin:send"

// Schedule queues the edition.
func Schedule(ctx context.Context, client *asynq.Client, edition string) error {
	task := asynq.NewTask(TaskBulletin, []byte(edition))
	_, err := client.EnqueueContext(ctx, task,
		asynq.TaskID("bulletin:"+edition), asynq.MaxRetry(6), asynq.Timeout(20*time.Minute)) // OR retry-effect
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return fmt.Errorf("schedule bulletin %s: %w", edition, err)
	}
	return nil
}

// Members knows who reads the bulletin.
type Members interface {
	Addresses(ctx context.Context) ([]string, error)
}

// Editions renders bulletins.
type Editions interface {
	Render(ctx context.Context, edition string) (subject, html string, err error)
}

// Mailer sends a mail.
type Mailer interface {
	Send(ctx context.Context, to, subject, html string) error
}

// Sender handles TaskBulletin.
type Sender struct {
	members  Members
	editions Editions
	mailer   Mailer
	each     time.Duration
}

// ProcessTask implements asynq.Handler.
func (s *Sender) ProcessTask(ctx context.Context, task *asynq.Task) error {
	edition := string(task.Payload())
	subject, html, err := s.editions.Render(ctx, edition)
	if err != nil {
		return fmt.Errorf("render %s: %w", edition, err)
	}
	addresses, err := s.members.Addresses(ctx)
	if err != nil {
		return fmt.Errorf("members: %w", err)
	}
	for _, to := range addresses {
		if err := s.deliver(ctx, to, subject, html); err != nil { // OR retry-effect
			return fmt.Errorf("bulletin %s: %w", edition, err) // OR retry-effect
		}
	}
	return nil
}

func (s *Sender) deliver(ctx context.Context, to, subject, html string) error {
	ctx, cancel := context.WithTimeout(ctx, s.each)
	defer cancel()
	if err := s.mailer.Send(ctx, to, subject, html); err != nil { // EXPECT retry-effect
		return fmt.Errorf("mail to %s: %w", to, err)
	}
	return nil
}
