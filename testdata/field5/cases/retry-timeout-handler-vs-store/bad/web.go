// Package bad is the checkout page's delivery widget.
package bad

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"faultfield5/cases/retry-timeout-handler-vs-store/bad/slots"
)

const pageBudget = 2 * time.Second

// Widget shows delivery slots.
type Widget struct {
	planner *slots.Planner
	log     *slog.Logger
}

// Register adds the routes of the widget.
func (w *Widget) Register(e *echo.Echo) {
	e.GET("/slots/:postcode", w.list)
}

func (w *Widget) list(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), pageBudget) // OR retry-timeout
	defer cancel()
	list, err := w.planner.Free(ctx, c.Param("postcode")) // EXPECT retry-timeout
	if err != nil {
		w.log.Warn("no slots", "postcode", c.Param("postcode"), "err", err)
		return echo.NewHTTPError(http.StatusServiceUnavailable, "slots are not available")
	}
	return c.JSON(http.StatusOK, list)
}
