// Package bad cancels tickets and pays them back.
// The payment service is called from inside the function that ExecuteTx runs again when the transaction
// is aborted: every restart pays the customer once more.
package bad

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// ErrUsed means that a ticket can no longer be cancelled.
var ErrUsed = errors.New("ticket was used")

// Desk cancels tickets.
type Desk struct {
	db       *sql.DB
	payments string
	client   *http.Client
}

// Cancel voids a ticket and returns its price to the buyer.
func (d *Desk) Cancel(ctx context.Context, ticket string) error {
	err := crdb.ExecuteTx(ctx, d.db, nil, func(tx *sql.Tx) error { // OR retry-effect
		var cents int64
		var state string
		row := tx.QueryRowContext(ctx, `SELECT state, cents FROM tickets WHERE id = $1 FOR UPDATE`, ticket)
		if err := row.Scan(&state, &cents); err != nil {
			return err
		}
		if state != "sold" {
			return ErrUsed
		}
		if err := d.refund(ctx, ticket, cents); err != nil { // EXPECT retry-effect
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE tickets SET state = 'refunded' WHERE id = $1`, ticket)
		return err
	})
	if err != nil {
		return fmt.Errorf("cancel ticket %s: %w", ticket, err)
	}
	return nil
}

func (d *Desk) refund(ctx context.Context, ticket string, cents int64) error {
	raw, err := json.Marshal(map[string]any{"reference": ticket, "cents": cents})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.payments+"/refunds", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := d.client.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("payment service answered %s", resp.Status)
	}
	return nil
}
