// Package server answers players' questions about the rules.
package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"faultfield15/cases/ok-blocking-no-ctx-rule-table/rules"
)

// Audit records who changed what.
type Audit interface {
	Record(ctx context.Context, user, rule string) error
}

// Server holds the handlers.
type Server struct {
	db    *rules.DB
	audit Audit
	log   *slog.Logger
}

// Search lists rules.
func (s *Server) Search(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.db.Query(r.FormValue("q")))
}

// Change sets the text of a rule.
func (s *Server) Change(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16<<10))
	if err != nil {
		http.Error(w, "too long", http.StatusRequestEntityTooLarge)
		return
	}
	name := r.PathValue("rule")
	err = s.db.Exec(name, func(rule rules.Rule) rules.Rule {
		rule.Text = string(text)
		return rule
	})
	if errors.Is(err, rules.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.audit.Record(ctx, r.Header.Get("X-User"), name); err != nil {
		s.log.WarnContext(ctx, "change not recorded", "rule", name, "err", err)
	}
	w.WriteHeader(http.StatusNoContent)
}
