// Package bad notes the visitors of a plant at its gates.
// A lost connection leads to another INSERT. The first one may have been stored before the connection
// broke, and then the visitor stands in the log twice and is counted twice in an alarm.
package bad

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"time"
)

const writes = 4

// Passage is a visitor at a gate.
type Passage struct {
	ID    string // drawn by the badge reader
	Badge string
	Gate  int
	At    time.Time
}

// Log stores passages.
type Log struct {
	db *sql.DB
}

// New returns the log in db.
func New(db *sql.DB) *Log { return &Log{db: db} }

// Note stores one passage.
func (l *Log) Note(ctx context.Context, p Passage) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var err error
	for n := range writes { // OR retry-effect
		if err = l.insert(ctx, p); err == nil || ctx.Err() != nil || !connectionLost(err) { // EXPECT retry-effect
			break
		}
		if n == writes-1 {
			break
		}
		d := 100 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(d + rand.N(d)):
		}
	}
	if err != nil {
		return fmt.Errorf("note badge %s at gate %d: %w", p.Badge, p.Gate, err)
	}
	return nil
}

func (l *Log) insert(ctx context.Context, p Passage) error {
	const q = `INSERT INTO passages (badge, gate, at) VALUES ($1, $2, $3)` // OR retry-effect
	_, err := l.db.ExecContext(ctx, q, p.Badge, p.Gate, p.At)              // OR retry-effect
	return err
}

func connectionLost(err error) bool {
	var ne net.Error
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &ne)
}
