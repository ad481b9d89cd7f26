// Package ok accepts photo prints over HTTP and makes them afterwards.
// It is right although the work is done in another context than that of the request: the answer
// 202 promises that the print is made when the request is long over. The worker's context ends
// it, and the handler itself obeys the request while it waits for room in the queue.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// Print is one order.
type Print struct {
	Photo  string
	Copies int
}

// Printer makes prints.
type Printer interface {
	Make(ctx context.Context, p Print) error
}

// Lab has one printer and a queue in front of it.
type Lab struct {
	printer Printer
	queue   chan Print
	limit   time.Duration // of one print
	log     *slog.Logger
}

// NewLab queues up to room prints.
func NewLab(printer Printer, room int, log *slog.Logger) *Lab {
	return &Lab{printer: printer, queue: make(chan Print, room), limit: 3 * time.Minute, log: log}
}

// Order is the handler.
func (l *Lab) Order(c echo.Context) error {
	copies, err := strconv.Atoi(c.QueryParam("copies"))
	if err != nil || copies < 1 || copies > 50 {
		return echo.NewHTTPError(http.StatusBadRequest, "copies: 1 to 50")
	}
	select {
	case l.queue <- Print{Photo: c.Param("photo"), Copies: copies}:
		return c.NoContent(http.StatusAccepted)
	case <-c.Request().Context().Done():
		return echo.NewHTTPError(http.StatusServiceUnavailable, "no room in the queue")
	}
}

// Work makes prints until ctx ends.
func (l *Lab) Work(ctx context.Context) error {
	for {
		select {
		case p := <-l.queue:
			if err := l.make(ctx, p); err != nil {
				l.log.ErrorContext(ctx, "print failed", "photo", p.Photo, "err", err)
			}
		case <-ctx.Done():
			return fmt.Errorf("lab closed with %d prints waiting: %w", len(l.queue), ctx.Err())
		}
	}
}

func (l *Lab) make(ctx context.Context, p Print) error {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	return l.printer.Make(ctx, p)
}
