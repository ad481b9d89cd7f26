// Package cmdeach puts a service together, where each method is wanted by itself.
package cmdeach

import (
	"database/sql"

	"wired/pg"
	"wired/web"
)

func Wire(db *sql.DB) (*web.API, error) {
	return web.New(&pg.Barges{DB: db}, nil) // want `^\(\*Barges\)\.ByName waits without a context, and \(\*API\)\.show` `^\(\*Barges\)\.Rename waits without a context, and `
}
