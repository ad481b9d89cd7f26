// Package bad welcomes new choir members by mail and notes in the database that it did.
// Mail and note are one unit to the retries: when the database is away for a moment, each attempt
// to write the note sends the welcome once more.
package bad

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	mailTimeout = 20 * time.Second
	noteTimeout = 5 * time.Second
	budget      = time.Minute
)

// Mailer hands a mail to the provider.
type Mailer interface {
	Send(ctx context.Context, to, template string, data map[string]string) error
}

// Member has just joined.
type Member struct {
	ID    int64
	Name  string
	Mail  string
	Voice string
}

// Welcomer greets new members.
type Welcomer struct {
	db     *sql.DB
	mailer Mailer
	log    *slog.Logger
}

// New returns a Welcomer.
func New(db *sql.DB, mailer Mailer, log *slog.Logger) *Welcomer {
	return &Welcomer{db: db, mailer: mailer, log: log}
}

// Welcome greets m.
func (w *Welcomer) Welcome(ctx context.Context, m Member) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	err := retry.Do( // OR retry-effect
		func() error {
			if err := w.mail(ctx, m); err != nil { // EXPECT retry-effect
				return retry.Unrecoverable(err)
			}
			return w.note(ctx, m)
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(250*time.Millisecond),
		retry.MaxJitter(250*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.OnRetry(func(n uint, err error) {
			w.log.Warn("member not welcomed", "member", m.ID, "try", n+1, "err", err)
		}),
	)
	if err != nil {
		return fmt.Errorf("welcome member %d: %w", m.ID, err)
	}
	return nil
}

func (w *Welcomer) mail(ctx context.Context, m Member) error {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	err := w.mailer.Send(ctx, m.Mail, "welcome", map[string]string{"name": m.Name, "voice": m.Voice}) // OR retry-effect
	if err != nil {
		return fmt.Errorf("send mail: %w", err)
	}
	return nil
}

func (w *Welcomer) note(ctx context.Context, m Member) error {
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	_, err := w.db.ExecContext(ctx, `UPDATE members SET welcomed = TRUE WHERE id = $1`, m.ID)
	if err != nil {
		return fmt.Errorf("note welcome: %w", err)
	}
	return nil
}
