// Package ok closes the till of a shop for the day.
// It is right although the function given to Transaction appends to a slice and adds to a sum outside: gorm
// runs it once. A failure goes up, and the next call begins with new variables.
package ok

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Sale is one receipt.
type Sale struct {
	ID     uint64 `gorm:"primaryKey"`
	Till   int
	Cents  int64
	At     time.Time
	Closed bool
}

// Closing is the end of a day at a till.
type Closing struct {
	Till  int       `gorm:"primaryKey"`
	Day   time.Time `gorm:"primaryKey"`
	Cents int64
	Count int
}

// Tills closes tills.
type Tills struct {
	db *gorm.DB
}

// New returns the tills in db.
func New(db *gorm.DB) *Tills { return &Tills{db: db} }

// Close closes a till for a day and returns the receipts it covers.
func (t *Tills) Close(ctx context.Context, till int, day time.Time) (receipts []uint64, total int64, err error) {
	err = t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var sales []Sale
		open := tx.Clauses(clause.Locking{Strength: "UPDATE"}).
			Where("till = ? AND NOT closed AND at >= ? AND at < ?", till, day, day.AddDate(0, 0, 1))
		if err := open.Find(&sales).Error; err != nil {
			return err
		}
		for _, s := range sales {
			receipts = append(receipts, s.ID)
			total += s.Cents
		}
		if len(receipts) == 0 {
			return gorm.ErrRecordNotFound
		}
		if err := tx.Model(&Sale{}).Where("id IN ?", receipts).Update("closed", true).Error; err != nil {
			return err
		}
		return tx.Create(&Closing{Till: till, Day: day, Cents: total, Count: len(receipts)}).Error
	})
	if err != nil {
		return nil, 0, fmt.Errorf("close till %d: %w", till, err)
	}
	return receipts, total, nil
}
