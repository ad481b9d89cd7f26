// Package cmdok hands over what does not wait, or what nobody with a context calls.
package cmdok

import (
	"database/sql"

	"wired/memory"
	"wired/pg"
	"wired/web"
)

func Wire(db *sql.DB) (*web.API, error) {
	if _, err := web.Sum(memory.Ledger{}); err != nil {
		return nil, err
	}
	return web.New(&memory.Barges{}, &pg.Locks{DB: db})
}
