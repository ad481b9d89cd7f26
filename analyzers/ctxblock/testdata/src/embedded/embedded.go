// Package embedded keeps its data in a database that is a part of the program:
// its statements wait for no peer.
package embedded

import (
	"context"
	"database/sql"
	"net/http"

	_ "modernc.org/sqlite"
)

type store struct{ db *sql.DB }

func (s *store) put(ctx context.Context, key, value string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := s.db.Exec("INSERT INTO kv VALUES (?, ?)", key, value)
	return err
}

func (s *store) load(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	resp, err := http.Get("http://peer/" + key) // want `http.Get waits without a context, though ctx is at hand`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
