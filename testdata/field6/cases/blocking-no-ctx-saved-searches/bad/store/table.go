// Package store has the tables behind the API.
package store

import (
	"errors"
	"time"

	"gorm.io/gorm"
)

// ErrExists is returned for a name that is in use.
var ErrExists = errors.New("name is in use")

// Search is a search that a user has saved.
type Search struct {
	ID        uint      `json:"id"`
	Owner     string    `json:"-" gorm:"uniqueIndex:owned"`
	Name      string    `json:"name" gorm:"uniqueIndex:owned"`
	Query     string    `json:"query"`
	CreatedAt time.Time `json:"created_at"`
}

// Table is the table of searches.
type Table struct{ db *gorm.DB }

// NewTable returns the table in db.
func NewTable(db *gorm.DB) *Table { return &Table{db: db} }

// ByOwner lists a user's searches.
func (t *Table) ByOwner(owner string) ([]Search, error) {
	var found []Search
	err := t.db.Where("owner = ?", owner).Order("name").Limit(200).Find(&found).Error // EXPECT blocking-no-ctx
	return found, err
}

// Create adds a search.
func (t *Table) Create(s *Search) error {
	err := t.db.Create(s).Error // OR blocking-no-ctx
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return ErrExists
	}
	return err
}
