// Package good shows the labels that wait at a label press. The tries with their pauses fit in
// a budget that holds for the whole page view.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/avast/retry-go/v5"
	"github.com/labstack/echo/v4"
)

// ErrOffline says that the press does not answer at the moment.
var ErrOffline = errors.New("press is offline")

const (
	askLimit = 4 * time.Second
	tries    = 4
	pause    = 300 * time.Millisecond
	maxPause = 2 * time.Second
	budget   = 20 * time.Second
)

// Label is one label to print.
type Label struct {
	Cheese string `json:"cheese"`
	Copies int    `json:"copies"`
}

// Press is the queue of a label press.
type Press interface {
	Waiting(ctx context.Context, line string) ([]Label, error)
}

// Dairy serves the pages of the packing hall.
type Dairy struct {
	press Press
	log   *slog.Logger
}

// Mount adds the pages to a group.
func (d *Dairy) Mount(g *echo.Group) {
	g.GET("/lines/:line/labels", d.labels)
}

func (d *Dairy) labels(c echo.Context) error {
	list, err := d.waiting(c.Request().Context(), c.Param("line"))
	if err != nil {
		d.log.Error("labels", "line", c.Param("line"), "err", err)
		return echo.NewHTTPError(http.StatusServiceUnavailable, "press not available")
	}
	return c.JSON(http.StatusOK, list)
}

func (d *Dairy) waiting(ctx context.Context, line string) ([]Label, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	r := retry.NewWithData[[]Label](
		retry.Context(ctx),
		retry.Attempts(tries),
		retry.Delay(pause),
		retry.MaxDelay(maxPause),
		retry.RetryIf(func(err error) bool {
			return ctx.Err() == nil && (errors.Is(err, ErrOffline) || errors.Is(err, context.DeadlineExceeded))
		}),
		retry.LastErrorOnly(true),
	)
	return r.Do(func() ([]Label, error) {
		ctx, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		return d.press.Waiting(ctx, line)
	})
}
