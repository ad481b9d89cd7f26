// Package good writes a harvest report as CSV. Each try writes into a buffer of its own.
package good

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Reports makes reports.
type Reports struct{ db *sql.DB }

func policy(ctx context.Context) backoff.BackOff {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute))
	return backoff.WithContext(backoff.WithMaxRetries(b, 3), ctx)
}

// Harvest returns the report of a year.
func (r *Reports) Harvest(ctx context.Context, year int) ([]byte, error) {
	var buf *bytes.Buffer
	err := backoff.Retry(func() error {
		buf = new(bytes.Buffer)
		return r.rows(ctx, year, csv.NewWriter(buf))
	}, policy(ctx))
	if err != nil {
		return nil, fmt.Errorf("harvest of %d: %w", year, err)
	}
	return buf.Bytes(), nil
}

func (r *Reports) rows(ctx context.Context, year int, out *csv.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, 12*time.Second)
	defer cancel()
	rows, err := r.db.QueryContext(ctx, `SELECT field, crop, tons FROM harvest WHERE year = $1 ORDER BY field`, year)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var field, crop string
		var tons float64
		if err := rows.Scan(&field, &crop, &tons); err != nil {
			return err
		}
		if err := out.Write([]string{field, crop, strconv.FormatFloat(tons, 'f', 1, 64)}); err != nil {
			return err
		}
	}
	out.Flush()
	if err := rows.Err(); err != nil {
		return err
	}
	return out.Error()
}
