// Package ok exports meter readings to CSV files.
package ok

import (
	"context"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"time"
)

// Exporter reads from a replica, which is taken away now and then.
type Exporter struct {
	db    *sql.DB
	tries int
}

// NewExporter reads from db.
func NewExporter(db *sql.DB) *Exporter { return &Exporter{db: db, tries: 3} }

// Export writes the readings of a day to path and returns their number.
func (e *Exporter) Export(ctx context.Context, day time.Time, path string) (int, error) {
	var tried []error
	var rows int
	for n := range e.tries {
		if n > 0 {
			select {
			case <-ctx.Done():
				return 0, errors.Join(append(tried, ctx.Err())...)
			case <-time.After(time.Duration(n)*2*time.Second + rand.N(time.Second)):
			}
		}
		rows = 0
		err := e.write(ctx, day, path, &rows)
		if err == nil {
			return rows, nil
		}
		tried = append(tried, fmt.Errorf("try %d, broken off after %d rows: %w", n+1, rows, err))
		var file *fs.PathError
		if ctx.Err() != nil || errors.As(err, &file) {
			break
		}
	}
	return 0, fmt.Errorf("export %s: %w", path, errors.Join(tried...))
}

func (e *Exporter) write(ctx context.Context, day time.Time, path string, rows *int) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	readings, err := e.db.QueryContext(ctx, `SELECT meter, kwh FROM readings WHERE day = $1 ORDER BY meter`, day)
	if err != nil {
		return err
	}
	defer readings.Close()

	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := csv.NewWriter(f)
	for readings.Next() {
		var meter string
		var kwh float64
		if err := readings.Scan(&meter, &kwh); err != nil {
			return err
		}
		if err := out.Write([]string{meter, strconv.FormatFloat(kwh, 'f', 3, 64)}); err != nil {
			return err
		}
		*rows++
	}
	if err := readings.Err(); err != nil {
		return err
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return f.Close()
}
