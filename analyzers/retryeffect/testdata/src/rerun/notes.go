package rerun

import (
	"context"
	"database/sql"
	"time"

	"github.com/hibiken/asynq"
	"github.com/riverqueue/river"
)

type bill struct {
	Who    string
	Sent   sql.NullTime
	State  string
	Closed bool
}

type bills struct {
	db *sql.DB
	fe func(ctx context.Context, who string) error
}

func (b *bills) charge(ctx context.Context, who string) error {
	_, err := b.db.ExecContext(ctx, "INSERT INTO charges (who) VALUES ($1)", who) // want `INSERT INTO charges, .*is made again when river runs`
	return err
}

// Work notes that it has charged when it has.
func (b *bills) Work(ctx context.Context, job *river.Job[args]) error {
	var sent sql.NullTime
	err := b.db.QueryRowContext(ctx, "SELECT b.sent_at FROM bills b WHERE id = $1", job.Args.ID).Scan(&sent)
	if err != nil {
		return err
	}
	if sent.Valid {
		return nil
	}
	if err := b.charge(ctx, job.Args.ID); err != nil {
		return err
	}
	_, err = b.db.ExecContext(ctx, "UPDATE bills SET sent_at = now() WHERE id = $1", job.Args.ID)
	return err
}

func (b *bills) load(ctx context.Context, id string) (*bill, error) {
	var out bill
	row := b.db.QueryRowContext(ctx, "SELECT who, charged_at, state FROM bills WHERE id = $1", id)
	if err := row.Scan(&out.Who, &out.Sent, &out.State); err != nil {
		return nil, err
	}
	return &out, nil
}

func (b *bills) mark(ctx context.Context, id string) error {
	_, err := b.db.ExecContext(ctx, "UPDATE bills SET n = n + 1, charged_at = now() WHERE id = $1", id)
	return err
}

// Loaded does the same by methods.
func (b *bills) Loaded(ctx context.Context, t *asynq.Task) error {
	id := string(t.Payload())
	bl, err := b.load(ctx, id)
	if err != nil {
		return err
	}
	if bl.Sent.Valid {
		return nil
	}
	if _, err := b.db.ExecContext(ctx, "INSERT INTO debits (who) VALUES ($1)", bl.Who); err != nil { // want `INSERT INTO debits, .*is made again when asynq runs`
		return err
	}
	return b.mark(ctx, id)
}

// Before notes first: what fails after that is not done again.
func (b *bills) Before(ctx context.Context, t *asynq.Task) error {
	id := string(t.Payload())
	bl, err := b.load(ctx, id)
	if err != nil {
		return err
	}
	if bl.Sent.Valid {
		return nil
	}
	if err := b.mark(ctx, id); err != nil {
		return err
	}
	if _, err := b.db.ExecContext(ctx, "INSERT INTO debits (who) VALUES ($1)", bl.Who); err != nil {
		return err
	}
	return b.fe(ctx, bl.Who)
}

// State asks for a column that others set.
func (b *bills) State(ctx context.Context, t *asynq.Task) error {
	bl, err := b.load(ctx, string(t.Payload()))
	if err != nil {
		return err
	}
	if bl.State != "open" {
		return nil
	}
	if _, err := b.db.ExecContext(ctx, "INSERT INTO debits (who) VALUES ($1)", bl.Who); err != nil {
		return err
	}
	return b.fe(ctx, bl.Who)
}

// Dated looks at the clock.
func (b *bills) Dated(ctx context.Context, job *river.Job[args]) error {
	if time.Now().Hour() > 20 {
		return nil
	}
	if _, err := b.db.ExecContext(ctx, "INSERT INTO greetings (who) VALUES ($1)", job.Args.ID); err != nil { // want `is made again when what delivers the message|is made again when river runs`
		return err
	}
	return b.fe(ctx, job.Args.ID)
}

// Lately looks how long ago the last time was.
func (b *bills) Lately(ctx context.Context, t *asynq.Task) error {
	var last time.Time
	if err := b.db.QueryRowContext(ctx, "SELECT max(at) FROM greetings").Scan(&last); err != nil {
		return err
	}
	if time.Since(last) < time.Hour {
		return nil
	}
	if _, err := b.db.ExecContext(ctx, "INSERT INTO greetings (who) VALUES ($1)", t.Payload()); err != nil {
		return err
	}
	return b.fe(ctx, "all")
}
