// Package bad shows the labels that wait at a label press. One question to the press may take
// half a minute and is put up to twelve times with growing pauses, and nothing limits the sum:
// a page view can hold its goroutine for more than ten minutes.
package bad

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
	askLimit = 30 * time.Second
	tries    = 12 // OR retry-timeout
	pause    = 5 * time.Second
	maxPause = time.Minute
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
	list, err := d.waiting(c.Request().Context(), c.Param("line")) // OR retry-timeout
	if err != nil {
		d.log.Error("labels", "line", c.Param("line"), "err", err)
		return echo.NewHTTPError(http.StatusServiceUnavailable, "press not available")
	}
	return c.JSON(http.StatusOK, list)
}

func (d *Dairy) waiting(ctx context.Context, line string) ([]Label, error) {
	r := retry.NewWithData[[]Label]( // OR retry-timeout
		retry.Context(ctx),
		retry.Attempts(tries), // OR retry-timeout
		retry.Delay(pause),
		retry.MaxDelay(maxPause),
		retry.RetryIf(func(err error) bool {
			return ctx.Err() == nil && (errors.Is(err, ErrOffline) || errors.Is(err, context.DeadlineExceeded))
		}),
		retry.LastErrorOnly(true),
	)
	return r.Do(func() ([]Label, error) { // EXPECT retry-timeout
		ctx, cancel := context.WithTimeout(ctx, askLimit)
		defer cancel()
		return d.press.Waiting(ctx, line)
	})
}
