package a

import (
	"context"
	"database/sql"
	"net/http"

	"journal"
)

type sessions struct{ end *sql.Stmt }

// The name says that it is not the request's: the session ends, whoever is gone.
func (s *sessions) logout(w http.ResponseWriter, req *http.Request) {
	ctx := req.Context()
	if _, err := s.end.ExecContext(journal.From(ctx).BackgroundContext(), 1); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

// Nothing says so.
func (s *sessions) drop(ctx context.Context, log *journal.Logger) error {
	_, err := s.end.ExecContext(log.Fresh(), 1) // want `the end of ctx does not reach \(\*Stmt\)\.ExecContext`
	return err
}
