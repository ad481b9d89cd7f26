// Package madeweb knows its stores by interfaces.
package madeweb

import (
	"database/sql"
	"fmt"
	"net/http"

	"wired/gates"
	"wired/madepg"
)

type Web struct {
	Repo gates.Repo
	Log  gates.Log
	Mail gates.Mail
}

func (w *Web) show(rw http.ResponseWriter, r *http.Request) {
	s, _ := w.Repo.Find(r.PathValue("id"))
	last, _ := w.Log.Last()
	fmt.Fprintln(rw, s, last, w.Repo.Name())
	w.Mail.Send("x")
	w.Repo.Save(r.Context(), s)
}

// Own makes its store itself.
type Own struct{ repo gates.Repo }

func NewOwn(db *sql.DB) (*Own, error) {
	repo, err := madepg.NewRepo(db)
	return &Own{repo: repo}, err
}

func (o *Own) show(rw http.ResponseWriter, r *http.Request) {
	s, _ := o.repo.Find(r.PathValue("id")) // want `Repo.Find waits without a context, so the end of r.Context\(\) does not end it: \(\*Own\).show → \(\*repo\).Find → \(\*sql.DB\).QueryRow \(madepg.go:\d+\); give Repo.Find a context`
	o.repo.Save(r.Context(), s)
}
