// Package ok finds the number of a tag, or makes one. The loop goes round without a pause, and
// that is right: it does so only when somebody else made the tag between the two statements and
// removed it again before the second, which will not happen three times running.
package ok

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const rounds = 3

// ErrRestless says that a tag came and went all the time.
var ErrRestless = errors.New("tag keeps changing")

// Tags numbers the tags of a herbarium.
type Tags struct {
	pool *pgxpool.Pool
}

// NewTags stores tags in pool.
func NewTags(pool *pgxpool.Pool) *Tags { return &Tags{pool: pool} }

// Number returns the number of a tag.
func (t *Tags) Number(ctx context.Context, tag string) (int64, error) {
	for range rounds {
		n, err := t.make(ctx, tag)
		if errors.Is(err, pgx.ErrNoRows) {
			n, err = t.find(ctx, tag)
		}
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("number of tag %q: %w", tag, err)
		}
		return n, nil
	}
	return 0, fmt.Errorf("number of tag %q: %w", tag, ErrRestless)
}

// make returns pgx.ErrNoRows if the tag exists.
func (t *Tags) make(ctx context.Context, tag string) (n int64, err error) {
	err = t.pool.QueryRow(ctx, `INSERT INTO tags (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id`, tag).Scan(&n)
	return n, err
}

func (t *Tags) find(ctx context.Context, tag string) (n int64, err error) {
	err = t.pool.QueryRow(ctx, `SELECT id FROM tags WHERE name = $1`, tag).Scan(&n)
	return n, err
}

// Attach puts tags on a sheet.
func (t *Tags) Attach(ctx context.Context, sheet int64, tags ...string) error {
	for _, tag := range tags {
		n, err := t.Number(ctx, tag)
		if err != nil {
			return err
		}
		_, err = t.pool.Exec(ctx, `INSERT INTO sheet_tags (sheet, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING`, sheet, n)
		if err != nil {
			return fmt.Errorf("tag sheet %d: %w", sheet, err)
		}
	}
	return nil
}
