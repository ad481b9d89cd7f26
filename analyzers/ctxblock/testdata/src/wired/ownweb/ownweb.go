// Package ownweb knows a store by its interface.
package ownweb

import (
	"fmt"
	"net/http"

	"wired/own"
)

type API struct {
	store own.Store
	other own.Other
}

func New(s own.Store, o own.Other) *API { return &API{s, o} }

func (a *API) count(w http.ResponseWriter, r *http.Request) {
	n, err := a.store.Count() // want `Count waits without a context, so the end of r\.Context\(\) does not end it: \(\*API\)\.count → .*Count → \(\*sql\.DB\)\.QueryRow \(own\.go:\d+\)`
	size, _ := a.store.Size(r.Context())
	fmt.Fprintln(w, n, err, size, a.store.Name())
	n, err = a.other.Count()
	fmt.Fprintln(w, n, err)
}
