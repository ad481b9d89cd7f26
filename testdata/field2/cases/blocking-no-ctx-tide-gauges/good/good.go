// Package good serves the gauges of a harbour over echo. The request's context goes through
// the catalogue to the repository, so a statement ends with the request that wanted it.
package good

import (
	"context"
	"errors"
	"net/http"

	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"

	"faultfield2/cases/blocking-no-ctx-tide-gauges/good/gauge"
)

// Repository finds gauges.
type Repository interface {
	InHarbour(ctx context.Context, harbour string) ([]gauge.Gauge, error)
	Level(ctx context.Context, id int64) (float64, error)
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

func (c *Catalogue) entries(ctx context.Context, harbour string) ([]Entry, error) {
	gauges, err := c.repo.InHarbour(ctx, harbour)
	if err != nil {
		return nil, err
	}
	out := make([]Entry, 0, len(gauges))
	for _, g := range gauges {
		lvl, err := c.repo.Level(ctx, g.ID)
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

func (c *Catalogue) list(ec echo.Context) error {
	out, err := c.entries(ec.Request().Context(), ec.Param("name"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, "gauges unavailable").SetInternal(err)
	}
	return ec.JSON(http.StatusOK, out)
}
