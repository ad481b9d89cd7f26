// Package entries stores what guests wrote.
package entries

import (
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// ErrNone is returned when there is no such entry.
var ErrNone = errors.New("no such entry")

// Entry is what one guest wrote.
type Entry struct {
	ID        uint64    `gorm:"primaryKey" json:"id"`
	Guest     string    `json:"guest"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"at"`
}

// Repo is a store of entries.
type Repo struct{ db *gorm.DB }

// New returns a store in an opened database.
func New(db *gorm.DB) *Repo { return &Repo{db: db} }

// Recent lists the newest entries.
func (r *Repo) Recent(n int) ([]Entry, error) {
	var list []Entry
	err := r.visible().Order("created_at DESC").Limit(n).Find(&list).Error // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("recent entries: %w", err)
	}
	return list, nil
}

// ByID returns one entry.
func (r *Repo) ByID(id uint64) (*Entry, error) {
	var e Entry
	err := r.visible().First(&e, id).Error // OR blocking-no-ctx
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", id, err)
	}
	return &e, nil
}

func (r *Repo) visible() *gorm.DB {
	return r.db.Where("hidden = ?", false)
}
