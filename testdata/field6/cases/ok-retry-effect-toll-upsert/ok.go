// Package ok records the passages of a toll road.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Passage is one vehicle under one gantry; the gantry numbers its passages.
type Passage struct {
	Gantry string
	Number int64
	Plate  string
	Cents  int64
}

// Recorder writes passages.
type Recorder struct {
	db *pgxpool.Pool
}

// NewRecorder writes to db.
func NewRecorder(db *pgxpool.Pool) *Recorder { return &Recorder{db: db} }

const insertPassage = `
INSERT INTO passages (gantry, number, plate, cents)
VALUES ($1, $2, $3, $4)
ON CONFLICT (gantry, number) DO NOTHING`

// Record stores a passage.
func (r *Recorder) Record(ctx context.Context, p Passage) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()

	wait := 100 * time.Millisecond
	for n := 1; ; n++ {
		err := r.insert(ctx, p)
		if err == nil {
			return nil
		}
		var refused *pgconn.PgError
		if n == 4 || ctx.Err() != nil || errors.As(err, &refused) {
			return fmt.Errorf("passage %s/%d: %w", p.Gantry, p.Number, err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(wait + rand.N(wait)):
		}
		wait *= 2
	}
}

func (r *Recorder) insert(ctx context.Context, p Passage) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	_, err := r.db.Exec(ctx, insertPassage, p.Gantry, p.Number, p.Plate, p.Cents)
	return err
}
