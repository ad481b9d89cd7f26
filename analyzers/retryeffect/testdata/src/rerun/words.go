package rerun

import (
	"context"
	"fmt"

	"github.com/hibiken/asynq"
)

// A Mailer that nobody here implements: its words tell what it does.
type Mailer interface {
	Send(ctx context.Context, to, subject string) error
	Preview(ctx context.Context, to, subject string) error
}

// Letters have an id by which a repeat is known.
type KeyedMailer interface {
	Send(ctx context.Context, l Letter) error
}

type Letter struct{ ID, To string }

type marks interface {
	Claim(ctx context.Context, to string) (bool, error)
}

type club struct {
	mail  Mailer
	keyed KeyedMailer
	marks marks
	list  []string
}

type bulletin struct{ club }

func (b *bulletin) ProcessTask(ctx context.Context, t *asynq.Task) error {
	for _, to := range b.list {
		if err := b.mail.Send(ctx, to, string(t.Payload())); err != nil { // want `Mailer.Send, which reaches people, is made again when asynq runs \(\*bulletin\).ProcessTask again: it is made for one item after the other`
			return fmt.Errorf("letter to %s: %w", to, err)
		}
	}
	return nil
}

// One letter is sent, and nothing fails after it.
type single struct{ club }

func (b *single) ProcessTask(ctx context.Context, t *asynq.Task) error {
	return b.mail.Send(ctx, b.list[0], string(t.Payload()))
}

type keyed struct{ club }

func (b *keyed) ProcessTask(ctx context.Context, t *asynq.Task) error {
	for i, to := range b.list {
		if err := b.club.keyed.Send(ctx, Letter{ID: fmt.Sprint(string(t.Payload()), i), To: to}); err != nil {
			return err
		}
	}
	return nil
}

type preview struct{ club }

func (b *preview) ProcessTask(ctx context.Context, t *asynq.Task) error {
	for _, to := range b.list {
		if err := b.mail.Preview(ctx, to, string(t.Payload())); err != nil {
			return err
		}
	}
	return nil
}

// Who has had a letter is asked before.
type claimed struct{ club }

func (b *claimed) ProcessTask(ctx context.Context, t *asynq.Task) error {
	for _, to := range b.list {
		ok, err := b.marks.Claim(ctx, to)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := b.mail.Send(ctx, to, string(t.Payload())); err != nil {
			return err
		}
	}
	return nil
}

// Which failures prove that nothing was sent is not told by words.
func (c *club) repeat(ctx context.Context, to string) (err error) {
	for range 3 {
		if err = c.mail.Send(ctx, to, "news"); err == nil {
			return nil
		}
	}
	return err
}
