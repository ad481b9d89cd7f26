// Package ok sends the letters of a lottery from a task queue that runs failed tasks again. It
// is right although the mail goes out inside the task: the row of the letter is taken from
// "pending" to "sending" first, by one statement. A second run finds no pending row and
// sends nothing, also when it was the first run's mail that failed.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TaskLetter is the type of the task; its payload is the id of the letter.
const TaskLetter = "letter:send"

// Mailer sends a mail.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// Letters handles TaskLetter.
type Letters struct {
	pool   *pgxpool.Pool
	mailer Mailer
	limit  time.Duration
}

// Schedule queues a letter.
func Schedule(ctx context.Context, client *asynq.Client, id string) error {
	_, err := client.EnqueueContext(ctx, asynq.NewTask(TaskLetter, []byte(id)),
		asynq.TaskID("letter:"+id), asynq.MaxRetry(8), asynq.Timeout(time.Minute))
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return fmt.Errorf("schedule letter %s: %w", id, err)
	}
	return nil
}

// ProcessTask implements asynq.Handler.
func (l *Letters) ProcessTask(ctx context.Context, task *asynq.Task) error {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	id := string(task.Payload())

	var to, subject, text string
	err := l.pool.QueryRow(ctx,
		`UPDATE letters SET state = 'sending', taken_at = now()
		  WHERE id = $1 AND state = 'pending'
		  RETURNING recipient, subject, body`, id).Scan(&to, &subject, &text)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // taken by an earlier run; a clerk looks after letters that stay in "sending"
	}
	if err != nil {
		return fmt.Errorf("take letter %s: %w", id, err)
	}
	if err := l.mailer.Send(ctx, to, subject, text); err != nil {
		return fmt.Errorf("send letter %s: %w", id, err)
	}
	if _, err := l.pool.Exec(ctx, `UPDATE letters SET state = 'sent' WHERE id = $1`, id); err != nil {
		return fmt.Errorf("mark letter %s: %w", id, err)
	}
	return nil
}
