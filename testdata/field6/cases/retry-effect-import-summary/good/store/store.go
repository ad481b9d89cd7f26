// Package store runs transactions in MySQL.
package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/go-sql-driver/mysql"
	"gorm.io/gorm"
)

const (
	rounds      = 5
	errDeadlock = 1213 // the server has rolled the transaction back
)

// Store is a database.
type Store struct {
	db *gorm.DB
}

// New returns a Store on db.
func New(db *gorm.DB) *Store { return &Store{db: db} }

// InTx runs work in a transaction, and in another one if it was the victim of a deadlock.
func (s *Store) InTx(ctx context.Context, work func(tx *gorm.DB) error) error {
	for n := 1; ; n++ {
		err := s.db.WithContext(ctx).Transaction(work)
		if n == rounds || !deadlocked(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(time.Duration(n)*20*time.Millisecond + rand.N(30*time.Millisecond)):
		}
	}
}

func deadlocked(err error) bool {
	var my *mysql.MySQLError
	return errors.As(err, &my) && my.Number == errDeadlock
}
