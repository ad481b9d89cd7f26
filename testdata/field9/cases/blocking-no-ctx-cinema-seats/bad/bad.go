// Package bad shows which seats of a cinema are free. The handler hands its context to the
// client of the booking system, whose method has a parameter for it and no use: the request goes
// out without it, through a client without a time limit.
package bad

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"faultfield9/cases/blocking-no-ctx-cinema-seats/bad/booking"
)

// Foyer serves the pages for visitors.
type Foyer struct {
	booking *booking.Client
	log     *slog.Logger
}

// NewFoyer shows what the booking system knows.
func NewFoyer(b *booking.Client, log *slog.Logger) *Foyer { return &Foyer{booking: b, log: log} }

// Mount adds the pages.
func (f *Foyer) Mount(e *echo.Echo) {
	e.GET("/shows/:show/seats", f.seats)
}

func (f *Foyer) seats(c echo.Context) error {
	plan, err := f.booking.Free(c.Request().Context(), c.Param("show"))
	if errors.Is(err, booking.ErrNoShow) {
		return echo.ErrNotFound
	}
	if err != nil {
		f.log.Error("free seats", "show", c.Param("show"), "err", err)
		return echo.NewHTTPError(http.StatusBadGateway, "booking system not available")
	}
	return c.JSON(http.StatusOK, plan)
}
