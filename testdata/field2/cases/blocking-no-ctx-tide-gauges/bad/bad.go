// Package bad serves the gauges of a harbour over echo. The handler hands the request to a
// catalogue, the catalogue asks a repository, and the repository runs its statements without
// any context: a reader that has long hung up still holds a connection of the pool.
package bad

import (
	"errors"
	"net/http"

	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"

	"faultfield2/cases/blocking-no-ctx-tide-gauges/bad/gauge"
)

// Repository finds gauges.
type Repository interface {
	InHarbour(harbour string) ([]gauge.Gauge, error)
	Level(id int64) (float64, error)
}

// Catalogue joins gauges and levels.
type Catalogue struct{ repo Repository }

// New returns a catalogue over a database.
func New(db *sqlx.DB) *Catalogue { return &Catalogue{repo: gauge.NewTable(db)} }

// Entry is a gauge with its level.
type Entry struct {
	gauge.Gauge
	Level float64 `json:"level"`
}

func (c *Catalogue) entries(harbour string) ([]Entry, error) {
	gauges, err := c.repo.InHarbour(harbour) // OR blocking-no-ctx
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(gauges))
	for _, g := range gauges {
		lvl, err := c.repo.Level(g.ID) // OR blocking-no-ctx
		if err != nil && !errors.Is(err, gauge.ErrSilent) {
			return nil, err
		}
		out = append(out, Entry{Gauge: g, Level: lvl})
	}
	return out, nil
}

// Register adds the routes.
func (c *Catalogue) Register(e *echo.Echo) {
	e.GET("/harbours/:name/gauges", c.list)
}

func (c *Catalogue) list(ec echo.Context) error { // OR blocking-no-ctx
	out, err := c.entries(ec.Param("name")) // EXPECT blocking-no-ctx
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "gauges unavailable").SetInternal(err)
	}
	return ec.JSON(http.StatusOK, out)
}
