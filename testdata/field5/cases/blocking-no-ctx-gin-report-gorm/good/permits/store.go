// Package permits keeps parking permits in a database.
package permits

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// Permit lets one car park in one district.
type Permit struct {
	ID       uint      `json:"id"`
	Plate    string    `json:"plate"`
	District string    `json:"district"`
	Expires  time.Time `json:"expires"`
}

// Store is the table of permits.
type Store struct {
	db *gorm.DB
}

// NewStore returns a store.
func NewStore(db *gorm.DB) *Store { return &Store{db: db} }

// Expiring returns the district's permits that end before that day.
func (s *Store) Expiring(ctx context.Context, district string, before time.Time) ([]Permit, error) {
	var found []Permit
	err := s.db.WithContext(ctx).
		Where("district = ? AND expires < ?", district, before).
		Order("expires").
		Limit(500).
		Find(&found).Error
	return found, err
}
