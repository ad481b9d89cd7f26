// Package near has interfaces that speak of the types of the package they stand for.
package near

import (
	"fmt"
	"net/http"

	"wired/neardb"
)

type Buoys interface {
	All(max int) ([]neardb.Buoy, error)
}

// Marks has two implementations.
type Marks interface {
	Marks() ([]neardb.Mark, error)
}

// Closer speaks of nothing.
type Closer interface{ Close() error }

type API struct {
	buoys Buoys
	marks Marks
	c     Closer
}

func New(b Buoys, m Marks, c Closer) *API { return &API{b, m, c} }

func (a *API) all(w http.ResponseWriter, r *http.Request) {
	list, err := a.buoys.All(100) // want `\(\*Store\)\.All waits without a context, so the end of r\.Context\(\) does not end it: \(\*API\)\.all → \(\*Store\)\.All → \(\*sql\.DB\)\.Query \(neardb\.go:\d+\)`
	marks, _ := a.marks.Marks()
	fmt.Fprintln(w, list, err, marks, a.c.Close())
}
