// Package bad keeps the quantities of a warehouse.
package bad

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// ErrShort means that there is not enough on the shelf.
var ErrShort = errors.New("not enough in stock")

// Item is a row of the stock table.
type Item struct {
	SKU string `gorm:"primaryKey"`
	Qty int
}

// Movement is a row of the journal, one for each order line.
type Movement struct {
	OrderLine string `gorm:"primaryKey"`
	SKU       string
	Qty       int
}

// Warehouse changes stock.
type Warehouse struct {
	db    *gorm.DB
	tries int
}

// New returns a Warehouse on db.
func New(db *gorm.DB) *Warehouse { return &Warehouse{db: db, tries: 3} }

// Take removes the goods of one order line from stock.
func (w *Warehouse) Take(ctx context.Context, m Movement) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var err error
	for n := range w.tries {
		if n > 0 {
			pause := 150*time.Millisecond + rand.N(150*time.Millisecond)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return errors.Join(err, ctx.Err())
			}
		}
		if err = w.take(ctx, m); err == nil || !lostConn(err) { // OR retry-effect
			return err
		}
	}
	return fmt.Errorf("take %s for %s: %w", m.SKU, m.OrderLine, err)
}

func (w *Warehouse) take(ctx context.Context, m Movement) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return w.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&m).Error; err != nil { // OR retry-effect
			return err
		}
		res := tx.Model(&Item{}).
			Where("sku = ? AND qty >= ?", m.SKU, m.Qty).
			UpdateColumn("qty", gorm.Expr("qty - ?", m.Qty)) // EXPECT retry-effect
		if res.Error == nil && res.RowsAffected == 0 {
			return ErrShort
		}
		return res.Error
	})
}

func lostConn(err error) bool {
	var op *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.As(err, &op)
}
