// Package bad books customs forms. Inside the transaction that locks the shipment it asks the customs office
// over HTTP, which takes what it takes. A slow morning there empties the pool of connections, and
// nothing that needs the database works any more.
package bad

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Form is what customs want to know.
type Form struct {
	Shipment int64  `json:"shipment"`
	Goods    string `json:"goods"`
	Cents    int64  `json:"cents"`
}

// ErrBooked is returned when a shipment has a form already.
var ErrBooked = errors.New("shipment has a form")

// Clerk books forms.
type Clerk struct {
	db     *sql.DB
	office string
	hc     *http.Client
}

// NewClerk returns a clerk who reports to the office at the given address.
func NewClerk(db *sql.DB, office string) *Clerk {
	return &Clerk{db: db, office: office, hc: &http.Client{Timeout: 40 * time.Second}}
}

// Book reports a form and notes its number.
func (c *Clerk) Book(ctx context.Context, f Form) (number string, err error) {
	tx, err := c.db.BeginTx(ctx, nil) // OR blocking-no-ctx
	if err != nil {
		return "", err
	}
	defer tx.Rollback()
	var has sql.NullString
	err = tx.QueryRowContext(ctx, `SELECT form FROM shipments WHERE id = $1 FOR UPDATE`, f.Shipment).Scan(&has)
	if err != nil {
		return "", fmt.Errorf("lock shipment %d: %w", f.Shipment, err)
	}
	if has.Valid {
		return "", ErrBooked
	}
	number, err = c.report(ctx, f) // EXPECT blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("report shipment %d: %w", f.Shipment, err)
	}
	if _, err := tx.ExecContext(ctx, `UPDATE shipments SET form = $1 WHERE id = $2`, number, f.Shipment); err != nil {
		return "", fmt.Errorf("note form %s: %w", number, err)
	}
	return number, tx.Commit()
}

// report is idempotent: the office answers with the same number for the same shipment.
func (c *Clerk) report(ctx context.Context, f Form) (string, error) {
	body, err := json.Marshal(f)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, fmt.Sprintf("%s/forms/%d", c.office, f.Shipment), bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	resp, err := c.hc.Do(req) // OR blocking-no-ctx
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("status %d", resp.StatusCode)
	}
	var out struct{ Number string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Number, err
}
