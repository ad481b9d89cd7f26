// Package bad stores what harvesters report from the field.
// Create lets the database number the rows. It is repeated after every failure, a timeout included, and
// a report that was stored before the timeout is stored again.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"gorm.io/gorm"
)

// Report is one row.
type Report struct {
	ID      uint64 `gorm:"primaryKey;autoIncrement"`
	Machine string
	Seq     int64
	Field   string
	Kilos   float64
	At      time.Time
}

// Reports stores rows.
type Reports struct {
	db *gorm.DB
}

// Open migrates the table.
func Open(db *gorm.DB) (*Reports, error) {
	if err := db.AutoMigrate(&Report{}); err != nil {
		return nil, fmt.Errorf("reports: %w", err)
	}
	return &Reports{db: db}, nil
}

// Add stores a report.
func (r *Reports) Add(ctx context.Context, rep Report) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	err := retry.Do( // OR retry-effect
		func() error {
			row := rep
			tctx, done := context.WithTimeout(ctx, 4*time.Second)
			defer done()
			return r.db.WithContext(tctx).Create(&row).Error // EXPECT retry-effect
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(250*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("report %d of %s: %w", rep.Seq, rep.Machine, err)
	}
	return nil
}
