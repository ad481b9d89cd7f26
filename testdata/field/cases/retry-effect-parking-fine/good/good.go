// Package good checks parked cars against the permits of a town.
// The flag is decided anew in each run of the function, so that the run that commits has the say.
package good

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
	fine := false
	err := crdb.ExecuteTx(ctx, p.db, nil, func(tx *sql.Tx) error {
		var permits int
		row := tx.QueryRowContext(ctx,
			`SELECT count(*) FROM permits WHERE plate = $1 AND street = $2 AND until > now()`, plate, street)
		if err := row.Scan(&permits); err != nil {
			return err
		}
		fine = permits == 0
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
