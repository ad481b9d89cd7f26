// Package bad prints sample ballots on demand. The typesetting program is started without a
// context: a voter who closes the page leaves a running program behind, and one that
// hangs keeps its request for ever.
package bad

import (
	"log/slog"
	"net/http"
	"regexp"

	"github.com/go-chi/chi/v5"

	"faultfield14/cases/blocking-no-ctx-ballot-sheets/bad/typeset"
)

var (
	precinctForm = regexp.MustCompile(`^[0-9]{3,6}$`)
	languageForm = regexp.MustCompile(`^[a-z]{2}$`)
)

// Desk serves sample ballots.
type Desk struct {
	press *typeset.Press
	log   *slog.Logger
}

// NewDesk returns a desk that prints with the given press.
func NewDesk(press *typeset.Press, log *slog.Logger) *Desk {
	return &Desk{press: press, log: log}
}

// Routes mounts the desk.
func (d *Desk) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/precincts/{precinct}/ballot.pdf", d.ballot)
	return r
}

func (d *Desk) ballot(w http.ResponseWriter, r *http.Request) {
	precinct, lang := chi.URLParam(r, "precinct"), r.URL.Query().Get("lang")
	if !precinctForm.MatchString(precinct) || !languageForm.MatchString(lang) {
		http.Error(w, "no such ballot", http.StatusBadRequest)
		return
	}
	pdf, err := d.press.Ballot(precinct, lang) // OR blocking-no-ctx
	if err != nil {
		d.log.ErrorContext(r.Context(), "ballot", "precinct", precinct, "lang", lang, "err", err)
		http.Error(w, "ballot not available", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(pdf)
}
