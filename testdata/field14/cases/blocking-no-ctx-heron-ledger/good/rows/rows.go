// Package rows turns query results into slices.
package rows

import (
	"context"
	"database/sql"
	"fmt"
)

// Collect runs a query and scans every row of its result.
func Collect[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	result, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	defer result.Close()

	var all []T
	for result.Next() {
		one, err := scan(result)
		if err != nil {
			return nil, fmt.Errorf("scan row %d: %w", len(all)+1, err)
		}
		all = append(all, one)
	}
	return all, result.Err()
}
