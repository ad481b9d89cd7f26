// Package good reads rows from whichever database replica answers in time.
// A round's own deadline leads to the next replica; the caller's ends the loop.
package good

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
	for n := range rounds {
		title, err := r.title(ctx, r.dbs[n%len(r.dbs)], isbn)
		if err == nil {
			return title, nil
		}
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return "", err
		}
		last = err
		r.log.Warn("replica too slow", "round", n, "isbn", isbn)
		select {
		case <-ctx.Done():
			return "", errors.Join(ctx.Err(), err)
		case <-time.After(breather):
		}
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
