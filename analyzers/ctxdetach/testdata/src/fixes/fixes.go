package fixes

import (
	"context"
	"database/sql"
	"net/http"
)

type store struct{ db *sql.DB }

func (s *store) name(ctx context.Context, id int) (string, error) {
	var n string
	err := s.db.QueryRowContext(context.Background(), "SELECT name FROM users WHERE id = $1", id).Scan(&n) // want `the end of ctx does not reach`
	return n, err
}

func (s *store) serve(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.ExecContext(context.TODO(), "DELETE FROM users WHERE id = $1", r.FormValue("id")); err != nil { // want `the end of r.Context\(\) does not reach`
		http.Error(w, "no", http.StatusInternalServerError)
	}
}
