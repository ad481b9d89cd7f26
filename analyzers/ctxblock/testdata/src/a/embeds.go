package a

import (
	"context"
	"database/sql"
	"net/http"
)

type embedsStore struct{ db *sql.DB }

// Close has the name and form of a body's Close, and is no body.
func (s *embedsStore) Close() error {
	_, err := s.db.ExecContext(context.Background(), "UPDATE stores SET closed = true")
	return err
}

func (s *embedsStore) ask(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://stores.example", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	resp.Body.Close()
}
