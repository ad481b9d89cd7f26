// Package bad lets users keep searches under a name.
package bad

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"faultfield6/cases/blocking-no-ctx-saved-searches/bad/store"
)

// Searches keeps searches.
type Searches interface {
	ByOwner(owner string) ([]store.Search, error)
	Create(s *store.Search) error
}

var _ Searches = (*store.Table)(nil)

// API has the endpoints.
type API struct{ searches Searches }

// Register adds the endpoints to g; the identity of the user comes from an earlier middleware.
func Register(g *echo.Group, s Searches) {
	a := API{searches: s}
	g.GET("/searches", a.list)
	g.POST("/searches", a.create)
}

func (a API) list(c echo.Context) error {
	found, err := a.searches.ByOwner(c.Get("user").(string)) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

func (a API) create(c echo.Context) error {
	var s store.Search
	if err := c.Bind(&s); err != nil {
		return err
	}
	s.ID, s.Owner, s.CreatedAt = 0, c.Get("user").(string), time.Time{}
	err := a.searches.Create(&s) // OR blocking-no-ctx
	if errors.Is(err, store.ErrExists) {
		return echo.NewHTTPError(http.StatusConflict, "a search of that name exists")
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, s)
}
