// Package good records seed swaps between gardeners. The transaction helper starts over only when
// the server has rolled the transaction back or nothing was sent to it; a broken connection,
// which leaves the fate of a COMMIT open, is reported.
package good

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Swap is one exchange.
type Swap struct {
	Giver, Taker string
	Variety      string
	Grams        int
}

// Swaps stores exchanges.
type Swaps struct {
	pool *pgxpool.Pool
}

// Record stores s, moves the seeds and returns the number of the swap.
func (st *Swaps) Record(ctx context.Context, s Swap) (int64, error) {
	number, err := inTx(ctx, st.pool, func(ctx context.Context, tx pgx.Tx) (int64, error) {
		var number int64
		err := tx.QueryRow(ctx,
			`INSERT INTO swaps (giver, taker, variety, grams) VALUES ($1, $2, $3, $4) RETURNING number`,
			s.Giver, s.Taker, s.Variety, s.Grams).Scan(&number)
		if err != nil {
			return 0, fmt.Errorf("store swap: %w", err)
		}
		_, err = tx.Exec(ctx,
			`UPDATE stocks SET grams = grams - $1 WHERE gardener = $2 AND variety = $3`,
			s.Grams, s.Giver, s.Variety)
		if err != nil {
			return 0, fmt.Errorf("take seeds from %s: %w", s.Giver, err)
		}
		return number, nil
	})
	if err != nil {
		return 0, fmt.Errorf("record swap of %s: %w", s.Variety, err)
	}
	return number, nil
}
