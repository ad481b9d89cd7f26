// Package ok serves pages about ferns. The helpers take no context and query the database all
// the same; they take the request, and its context goes into every query.
package ok

import (
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
)

// Fern is a plant.
type Fern struct {
	Name   string `json:"name"`
	Fronds int    `json:"fronds"`
}

// Pages serves the pages.
type Pages struct {
	db  *sql.DB
	log *slog.Logger
}

// Routes returns the handlers.
func (p *Pages) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ferns/{name}", p.show)
	return mux
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request) {
	fern, err := p.find(r)
	if err != nil {
		p.problem(w, r, err)
		return
	}
	p.visit(r, fern)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(fern)
}

func (p *Pages) find(r *http.Request) (Fern, error) {
	f := Fern{Name: r.PathValue("name")}
	err := p.db.QueryRowContext(r.Context(), `SELECT fronds FROM ferns WHERE name = $1`, f.Name).Scan(&f.Fronds)
	return f, err
}

// visit counts a page view; a lost one does not matter.
func (p *Pages) visit(r *http.Request, f Fern) {
	ctx := r.Context()
	if _, err := p.db.ExecContext(ctx, `UPDATE ferns SET views = views + 1 WHERE name = $1`, f.Name); err != nil {
		p.log.WarnContext(ctx, "view not counted", "fern", f.Name, "err", err)
	}
}

func (p *Pages) problem(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, sql.ErrNoRows) {
		http.NotFound(w, r)
		return
	}
	p.log.ErrorContext(r.Context(), "page", "path", r.URL.Path, "err", err)
	http.Error(w, "no page", http.StatusInternalServerError)
}
