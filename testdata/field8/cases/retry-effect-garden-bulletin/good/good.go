// Package good mails the bulletin of a garden club from a task queue. The queue runs a failed task
// again from the top; a member is claimed for the edition before the mail goes out, so
// nobody gets it twice.
package good

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
		asynq.TaskID("bulletin:"+edition), asynq.MaxRetry(6), asynq.Timeout(20*time.Minute))
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return fmt.Errorf("schedule bulletin %s: %w", edition, err)
	}
	return nil
}

// Members knows who reads the bulletin.
type Members interface {
	Addresses(ctx context.Context) ([]string, error)
	// Claim reports whether address was not yet claimed for the edition, and claims it.
	Claim(ctx context.Context, edition, address string) (bool, error)
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
		mine, err := s.members.Claim(ctx, edition, to)
		if err != nil {
			return fmt.Errorf("claim %s for %s: %w", edition, to, err)
		}
		if !mine {
			continue
		}
		if err := s.deliver(ctx, to, subject, html); err != nil {
			return fmt.Errorf("bulletin %s: %w", edition, err)
		}
	}
	return nil
}

func (s *Sender) deliver(ctx context.Context, to, subject, html string) error {
	ctx, cancel := context.WithTimeout(ctx, s.each)
	defer cancel()
	if err := s.mailer.Send(ctx, to, subject, html); err != nil {
		return fmt.Errorf("mail to %s: %w", to, err)
	}
	return nil
}
