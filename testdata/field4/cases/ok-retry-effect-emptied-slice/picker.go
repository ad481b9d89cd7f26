// Package picker hands out storage bins for incoming goods.
package picker

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
)

// Bin is a place on a shelf.
type Bin struct {
	ID      int64 `gorm:"primaryKey"`
	Aisle   string
	HeldFor string
}

// ErrFull means that the aisle has too few free bins.
var ErrFull = errors.New("not enough free bins")

// Picker reserves bins.
type Picker struct {
	db *gorm.DB
}

// New returns a Picker on db.
func New(db *gorm.DB) *Picker { return &Picker{db: db} }

// Reserve takes count bins in the aisle for an arrival and returns their IDs.
func (p *Picker) Reserve(ctx context.Context, aisle, arrival string, count int) ([]int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()

	ids := make([]int64, 0, count)
	err := p.inTx(ctx, func(tx *gorm.DB) error {
		ids = ids[:0]
		var free []Bin
		if err := tx.Where("aisle = ? AND held_for = ''", aisle).Order("id").Limit(count).Find(&free).Error; err != nil {
			return err
		}
		if len(free) < count {
			return ErrFull
		}
		for _, b := range free {
			if err := tx.Model(&b).Update("held_for", arrival).Error; err != nil {
				return err
			}
			ids = append(ids, b.ID)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reserve bins in %s: %w", aisle, err)
	}
	return ids, nil
}

// inTx runs fn in serializable transactions until one holds.
func (p *Picker) inTx(ctx context.Context, fn func(*gorm.DB) error) error {
	var err error
	for n := range 5 {
		if n > 0 {
			wait := time.NewTimer(rand.N(time.Duration(n) * 50 * time.Millisecond))
			select {
			case <-wait.C:
			case <-ctx.Done():
				wait.Stop()
				return errors.Join(err, ctx.Err())
			}
		}
		err = p.db.WithContext(ctx).Transaction(fn, &sql.TxOptions{Isolation: sql.LevelSerializable})
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "40001" {
			return err
		}
	}
	return err
}
