// Package good decides travel requests.
package good

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"faultfield5/cases/retry-effect-approve-mail/good/pgtx"
)

// ErrDecided is returned for requests that were decided before.
var ErrDecided = errors.New("request is already decided")

// Mailer sends mails through the company's relay.
type Mailer interface {
	Send(ctx context.Context, to, subject, body string) error
}

// Approvals decides requests and tells the travellers.
type Approvals struct {
	db   *pgtx.DB
	mail Mailer
}

// New returns Approvals on db.
func New(db *pgtx.DB, mail Mailer) *Approvals {
	return &Approvals{db: db, mail: mail}
}

// Approve grants a request within the budget of its cost centre.
func (a *Approvals) Approve(ctx context.Context, id int64, by string) error {
	var traveller, centre string
	err := a.db.Serializable(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var amount int64
		err := tx.QueryRow(ctx,
			`SELECT traveller, cost_centre, amount FROM travel_request WHERE id = $1 AND state = 'open'`, id).
			Scan(&traveller, &centre, &amount)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrDecided
		}
		if err != nil {
			return fmt.Errorf("load: %w", err)
		}
		if _, err := tx.Exec(ctx, `UPDATE travel_request SET state = 'granted', decided_by = $2 WHERE id = $1`, id, by); err != nil {
			return fmt.Errorf("update: %w", err)
		}
		if _, err := tx.Exec(ctx, `UPDATE cost_centre SET reserved = reserved + $2 WHERE name = $1`, centre, amount); err != nil {
			return fmt.Errorf("reserve: %w", err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("approve request %d: %w", id, err)
	}
	return a.tell(ctx, traveller, id)
}

func (a *Approvals) tell(ctx context.Context, to string, id int64) error {
	subject := fmt.Sprintf("Travel request %d was granted", id)
	if err := a.mail.Send(ctx, to, subject, "You can book now."); err != nil {
		return fmt.Errorf("mail %s: %w", to, err)
	}
	return nil
}
