// Package fulltext searches the clauses of all standards.
package fulltext

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
)

const matchQuery = `
	SELECT c.title, c.standard, ts_rank(c.words, plainto_tsquery($1)) AS rank
	FROM clauses c WHERE c.words @@ plainto_tsquery($1)
	ORDER BY rank DESC LIMIT 50`

// Clause is one clause of a standard.
type Clause struct {
	Title    string  `db:"title"`
	Standard string  `db:"standard"`
	Rank     float64 `db:"rank"`
}

// Index is the table of clauses.
type Index struct {
	db *sqlx.DB
}

// Open returns the index in a database.
func Open(db *sqlx.DB) *Index { return &Index{db: db} }

// Match returns the best clauses for a term.
func (x *Index) Match(ctx context.Context, term string) ([]Clause, error) {
	var clauses []Clause
	if err := x.db.SelectContext(ctx, &clauses, matchQuery, term); err != nil {
		return nil, fmt.Errorf("match %q: %w", term, err)
	}
	return clauses, nil
}
