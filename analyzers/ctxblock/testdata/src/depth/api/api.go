// Package api is five calls in four packages, one of them through an
// interface, away from the database.
package api

import (
	"net/http"

	"depth/wire"
)

type API struct{ facade *wire.Facade }

func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.show(r.PathValue("id")) }

func (a *API) show(id string) error {
	return a.facade.Show(id) // want `\(\*Facade\).Show waits without a context, so the end of r.Context\(\) does not end it: \(\*API\).ServeHTTP → \(\*API\).show → \(\*Facade\).Show → \(\*Service\).Show → \(\*dbFinder\).Find → \(\*Repo\).Row → \(\*Repo\).row → \(\*sql.DB\).Query \(repo.go:11\)`
}
