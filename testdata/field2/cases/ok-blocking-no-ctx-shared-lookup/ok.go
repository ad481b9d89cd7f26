// Package ok looks up the owners of plots, one look-up for all who ask at once. The look-up
// does not run under the caller's context; it is right: the result belongs to all of them, it
// has a limit of its own, and each caller stops waiting when his own context ends.
package ok

import (
	"context"
	"database/sql"
	"time"

	"golang.org/x/sync/singleflight"
)

// Owners answers who owns a plot.
type Owners struct {
	db    *sql.DB
	group singleflight.Group
}

// New returns owners.
func New(db *sql.DB) *Owners { return &Owners{db: db} }

// Of returns the owner of a plot.
func (o *Owners) Of(ctx context.Context, plot string) (string, error) {
	ch := o.group.DoChan(plot, func() (any, error) {
		qctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		var owner string
		err := o.db.QueryRowContext(qctx, `SELECT owner FROM plot WHERE id = $1`, plot).Scan(&owner)
		return owner, err
	})
	select {
	case res := <-ch:
		owner, _ := res.Val.(string)
		return owner, res.Err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
