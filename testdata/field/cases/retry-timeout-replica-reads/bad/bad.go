// Package bad reads rows from whichever database replica answers in time.
// "Deadline exceeded" is taken for a slow replica without a look at whose deadline it is: once the
// caller's own context is over, the loop still goes through twelve doomed rounds.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const (
	rounds     = 12
	perReplica = 900 * time.Millisecond
	breather   = 150 * time.Millisecond
)

// Replicas is a set of read-only databases.
type Replicas struct {
	dbs []*sql.DB
	log *slog.Logger
}

// Title returns the title of a book.
func (r *Replicas) Title(ctx context.Context, isbn string) (string, error) {
	var last error
	for n := range rounds { // OR retry-timeout
		title, err := r.title(ctx, r.dbs[n%len(r.dbs)], isbn) // OR retry-timeout
		if err == nil {
			return title, nil
		}
		if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) { // EXPECT retry-timeout
			return "", err
		}
		last = err
		r.log.Warn("replica too slow", "round", n, "isbn", isbn)
		time.Sleep(breather) // OR retry-timeout
	}
	return "", fmt.Errorf("title of %s: %w", isbn, last)
}

func (r *Replicas) title(ctx context.Context, db *sql.DB, isbn string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, perReplica)
	defer cancel()
	var title string
	err := db.QueryRowContext(ctx, `SELECT title FROM books WHERE isbn = $1`, isbn).Scan(&title)
	return title, err
}
