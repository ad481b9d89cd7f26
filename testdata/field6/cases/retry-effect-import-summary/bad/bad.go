// Package bad imports the price lists of suppliers.
package bad

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"faultfield6/cases/retry-effect-import-summary/bad/store"
)

// Price is one line of a price list.
type Price struct {
	Supplier string `gorm:"primaryKey"`
	SKU      string `gorm:"primaryKey"`
	Cents    int64
}

// Summary is what the buyer sees after an import.
type Summary struct {
	Added   int
	Changed int
	Skipped []string // SKUs without a price
}

// Importer writes price lists.
type Importer struct {
	store *store.Store
}

// NewImporter returns an Importer on s.
func NewImporter(s *store.Store) *Importer { return &Importer{store: s} }

// Import stores a price list as a whole or not at all.
func (im *Importer) Import(ctx context.Context, list []Price) (*Summary, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	sum := new(Summary)
	err := im.store.InTx(ctx, func(tx *gorm.DB) error { // OR retry-effect
		return sum.apply(tx, list) // EXPECT retry-effect
	})
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	return sum, nil
}

func (s *Summary) apply(tx *gorm.DB, list []Price) error {
	for _, p := range list {
		if p.Cents <= 0 {
			s.Skipped = append(s.Skipped, p.SKU) // OR retry-effect
			continue
		}
		fresh, err := upsert(tx, p)
		if err != nil {
			return fmt.Errorf("price of %s: %w", p.SKU, err)
		}
		if fresh {
			s.Added++ // OR retry-effect
		} else {
			s.Changed++ // OR retry-effect
		}
	}
	return nil
}

func upsert(tx *gorm.DB, p Price) (fresh bool, err error) {
	var n int64
	if err := tx.Model(&Price{}).Where("supplier = ? AND sku = ?", p.Supplier, p.SKU).Count(&n).Error; err != nil {
		return false, err
	}
	return n == 0, tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&p).Error
}
