// Package good notes the visitors of a plant at its gates.
// The badge reader gives each passage an id, and a repeated INSERT of the same id does nothing.
package good

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
	for n := range writes {
		if err = l.insert(ctx, p); err == nil || ctx.Err() != nil || !connectionLost(err) {
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
	const q = `INSERT INTO passages (id, badge, gate, at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`
	_, err := l.db.ExecContext(ctx, q, p.ID, p.Badge, p.Gate, p.At)
	return err
}

func connectionLost(err error) bool {
	var ne net.Error
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &ne)
}
