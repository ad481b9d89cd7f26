// Package server exposes the archive.
package server

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const (
	usual     = 10 * time.Second
	exportMax = 4 * time.Minute
)

// Archive holds the documents.
type Archive interface {
	Title(ctx context.Context, id string) (string, error)
	Export(ctx context.Context, year string, w io.Writer) error
}

type api struct {
	archive Archive
	log     *slog.Logger
}

// New returns the server. WriteTimeout is for the usual routes; the export moves its own
// deadline.
func New(addr string, a Archive, log *slog.Logger) *http.Server {
	h := &api{archive: a, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /documents/{id}/title", h.title)
	mux.HandleFunc("GET /export/{year}", h.export)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		WriteTimeout:      usual + 2*time.Second,
		IdleTimeout:       time.Minute,
	}
}

func (a *api) title(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), usual/2)
	defer cancel()
	title, err := a.archive.Title(ctx, r.PathValue("id"))
	if err != nil {
		a.log.Error("title", "id", r.PathValue("id"), "err", err)
		http.Error(w, "not available", http.StatusBadGateway)
		return
	}
	_, _ = io.WriteString(w, title)
}

func (a *api) export(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), exportMax)
	defer cancel()
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportMax + 10*time.Second)); err != nil {
		a.log.Error("export", "err", err)
		http.Error(w, "export not possible", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	if err := a.archive.Export(ctx, r.PathValue("year"), w); err != nil {
		a.log.Error("export", "year", r.PathValue("year"), "err", err)
		panic(http.ErrAbortHandler)
	}
}
