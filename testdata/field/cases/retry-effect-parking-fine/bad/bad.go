// Package bad checks parked cars against the permits of a town.
// The flag that a car needs a fine is set in the function that ExecuteTx may run again, and never taken
// back: if the permit is entered between two runs, the car is fined although the second run found it.
package bad

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// Fines issues fines.
type Fines interface {
	Issue(ctx context.Context, plate, street string) error
}

// Patrol checks cars.
type Patrol struct {
	db    *sql.DB
	fines Fines
}

// Check notes that a car was seen and has it fined when it may not park there.
func (p *Patrol) Check(ctx context.Context, plate, street string) error {
	var fine bool
	err := crdb.ExecuteTx(ctx, p.db, nil, func(tx *sql.Tx) error { // OR retry-effect
		var permits int
		row := tx.QueryRowContext(ctx,
			`SELECT count(*) FROM permits WHERE plate = $1 AND street = $2 AND until > now()`, plate, street)
		if err := row.Scan(&permits); err != nil {
			return err
		}
		if permits == 0 {
			fine = true // EXPECT retry-effect
		}
		_, err := tx.ExecContext(ctx,
			`UPSERT INTO seen (plate, street, at, permitted) VALUES ($1, $2, date_trunc('hour', now()), $3)`,
			plate, street, permits > 0)
		return err
	})
	if err != nil {
		return fmt.Errorf("check %s: %w", plate, err)
	}
	if !fine {
		return nil
	}
	if err := p.fines.Issue(ctx, plate, street); err != nil {
		return fmt.Errorf("fine %s: %w", plate, err)
	}
	return nil
}
