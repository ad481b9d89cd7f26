// Package good takes photographs of fossils for a museum. Every picture goes through a
// virus scanner on the local network first. A check ends with the request and after a
// limit of its own, whatever the scanner does.
package good

import (
	"errors"
	"io"
	"log/slog"
	"net/http"

	"faultfield7/cases/blocking-no-ctx-fossil-scan/good/scanner"
)

const maxPhoto = 12 << 20

// Album keeps accepted photographs.
type Album interface {
	Add(r *http.Request, specimen string, photo []byte) error
}

// Intake is the upload endpoint.
type Intake struct {
	scan  *scanner.Client
	album Album
	log   *slog.Logger
}

// NewIntake returns an endpoint which keeps clean photographs in the album.
func NewIntake(scan *scanner.Client, album Album, log *slog.Logger) *Intake {
	return &Intake{scan: scan, album: album, log: log}
}

// ServeHTTP takes one photograph.
func (in *Intake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	photo, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxPhoto))
	if err != nil {
		http.Error(w, "photograph too large", http.StatusRequestEntityTooLarge)
		return
	}
	err = in.scan.Check(r.Context(), photo)
	switch {
	case errors.Is(err, scanner.ErrInfected):
		http.Error(w, "photograph refused", http.StatusUnprocessableEntity)
		return
	case err != nil:
		in.log.ErrorContext(r.Context(), "scan photograph", "err", err)
		http.Error(w, "scanner unavailable", http.StatusBadGateway)
		return
	}
	if err := in.album.Add(r, r.PathValue("specimen"), photo); err != nil {
		in.log.ErrorContext(r.Context(), "keep photograph", "err", err)
		http.Error(w, "cannot keep photograph", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
