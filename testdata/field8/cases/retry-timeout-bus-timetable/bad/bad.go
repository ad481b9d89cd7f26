// Package bad puts the timetable of a bus line together from a database.
// Each method repeats what it does up to four times, and they call one another: when the names cannot be read
// the query for them is made sixty-four times before Timetable fails.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

const (
	tries    = 4
	pause    = 50 * time.Millisecond
	allLimit = 30 * time.Second
)

// Stop is a place where a line stops, with its name.
type Stop struct {
	ID, Name string
	Minute   int
}

// Lines reads lines through the pgx driver of database/sql.
type Lines struct {
	db *sql.DB
}

// again runs a read, and runs it again while the connection is the trouble. One that hangs is not repeated.
func again[T any](ctx context.Context, read func(context.Context) (T, error)) (T, error) {
	for try := 1; ; try++ {
		v, err := read(ctx)
		if err == nil || try == tries || ctx.Err() != nil || !lostConn(err) {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*pause + rand.N(pause)):
		}
	}
}

func lostConn(err error) bool {
	var ce *pgconn.ConnectError
	return errors.As(err, &ce) || pgconn.SafeToRetry(err)
}

// Timetable returns the stops of a line in their order.
func (l *Lines) Timetable(ctx context.Context, line string) ([]Stop, error) {
	ctx, cancel := context.WithTimeout(ctx, allLimit)
	defer cancel()
	return again(ctx, func(ctx context.Context) ([]Stop, error) { // OR retry-timeout
		stops, err := l.stops(ctx, line) // EXPECT retry-timeout
		if err != nil {
			return nil, fmt.Errorf("timetable of %s: %w", line, err)
		}
		return stops, nil
	})
}

func (l *Lines) stops(ctx context.Context, line string) ([]Stop, error) {
	return again(ctx, func(ctx context.Context) ([]Stop, error) { // OR retry-timeout
		stops, err := l.order(ctx, line)
		if err != nil {
			return nil, err
		}
		for i := range stops {
			if stops[i].Name, err = l.name(ctx, stops[i].ID); err != nil { // OR retry-timeout
				return nil, fmt.Errorf("stop %s: %w", stops[i].ID, err)
			}
		}
		return stops, nil
	})
}

func (l *Lines) name(ctx context.Context, id string) (string, error) {
	return again(ctx, func(ctx context.Context) (name string, err error) { // OR retry-timeout
		err = l.db.QueryRowContext(ctx, `SELECT name FROM stops WHERE id = $1`, id).Scan(&name)
		return name, err
	})
}

func (l *Lines) order(ctx context.Context, line string) ([]Stop, error) {
	rows, err := l.db.QueryContext(ctx, `SELECT stop, minute FROM line_stops WHERE line = $1 ORDER BY minute`, line)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var stops []Stop
	for rows.Next() {
		var s Stop
		if err := rows.Scan(&s.ID, &s.Minute); err != nil {
			return nil, err
		}
		stops = append(stops, s)
	}
	return stops, rows.Err()
}
