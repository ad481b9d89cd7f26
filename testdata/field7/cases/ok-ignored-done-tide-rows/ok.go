// Package ok writes years of tide readings to a file. The loop over the rows may run for
// minutes and never looks at the context. The rows do: they were opened under it, and its
// end closes them, so that Next says no and Err says why.
package ok

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// Export writes readings from a database.
type Export struct {
	db *sql.DB
}

// NewExport returns an export of db.
func NewExport(db *sql.DB) *Export { return &Export{db: db} }

// Write puts the readings of a gauge into the file at path and returns their number. A file
// that is not complete is removed.
func (e *Export) Write(ctx context.Context, gauge, path string) (n int, err error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, fmt.Errorf("export %s: %w", gauge, err)
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()

	out := bufio.NewWriter(file)
	n, err = e.copy(ctx, gauge, out)
	if err != nil {
		return n, fmt.Errorf("export %s: %w", gauge, err)
	}
	return n, out.Flush()
}

func (e *Export) copy(ctx context.Context, gauge string, out *bufio.Writer) (int, error) {
	rows, err := e.db.QueryContext(ctx, `SELECT taken, metres FROM tides WHERE gauge = $1 ORDER BY taken`, gauge)
	if err != nil {
		return 0, err
	}
	defer rows.Close()

	var (
		n      int
		taken  time.Time
		metres float64
		before float64
	)
	for rows.Next() {
		if err := rows.Scan(&taken, &metres); err != nil {
			return n, err
		}
		if n > 0 && metres == before {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s;%.3f\n", taken.UTC().Format(time.RFC3339), metres); err != nil {
			return n, err
		}
		n, before = n+1, metres
	}
	return n, rows.Err()
}
