// Package ok serves the texts of ballads out of an archive. The archive hands back an open
// reader, and the copy from it to the visitor has no context to give it; the reader is the
// body of a response whose request was made under the visitor's context, which covers the
// reading of the body too.
package ok

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"faultfield7/cases/ok-blocking-no-ctx-ballad-text/archive"
)

// Songs answers visitors.
type Songs struct {
	archive *archive.Archive
	log     *slog.Logger
}

// NewSongs returns a handler over the archive.
func NewSongs(a *archive.Archive, log *slog.Logger) *Songs {
	return &Songs{archive: a, log: log}
}

// ServeHTTP sends one ballad.
func (s *Songs) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := s.archive.Open(r.Context(), r.PathValue("ballad"))
	switch {
	case errors.Is(err, archive.ErrUnknown):
		http.NotFound(w, r)
		return
	case err != nil:
		s.log.ErrorContext(r.Context(), "open ballad", "err", err)
		http.Error(w, "archive unavailable", http.StatusBadGateway)
		return
	}
	defer text.Close()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if _, err := text.WriteTo(w); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		s.log.InfoContext(r.Context(), "ballad cut short", "err", err)
	}
}
