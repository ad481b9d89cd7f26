package fix

import (
	"context"
	"database/sql"
	"net/http"
)

type store struct{ db *sql.DB }

func (s *store) Get(_ context.Context, id string) error {
	_, err := s.db.Query("SELECT 1") // want `takes a context`
	return err
}

func (s *store) Taken(_ context.Context, id string) error {
	ctx := "taken"
	_, err := s.db.Query("SELECT 1", ctx) // want `takes a context`
	return err
}

func (s *store) Ask(ctx context.Context, hc *http.Client) error {
	req, err := http.NewRequest("GET", "http://h", nil) // want `takes ctx`
	if err != nil {
		return err
	}
	_, err = hc.Do(req)
	return err
}
