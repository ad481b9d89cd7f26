// Package good serves a lodge's bookings. The shutdown has fifteen seconds of its own.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// Bookings is the store.
type Bookings interface {
	Book(ctx context.Context, room, night string) error
}

// Lodge is the service.
type Lodge struct {
	e        *echo.Echo
	bookings Bookings
	grace    time.Duration
}

// New makes a lodge.
func New(b Bookings) *Lodge {
	l := &Lodge{e: echo.New(), bookings: b, grace: 15 * time.Second}
	l.e.HideBanner = true
	l.e.Server.ReadHeaderTimeout = 5 * time.Second
	l.e.Server.ReadTimeout = 10 * time.Second
	l.e.Server.WriteTimeout = 15 * time.Second
	l.e.POST("/rooms/:room/nights/:night", l.book)
	return l
}

func (l *Lodge) book(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 10*time.Second)
	defer cancel()
	if err := l.bookings.Book(ctx, c.Param("room"), c.Param("night")); err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return c.NoContent(http.StatusCreated)
}

// Run serves until ctx ends.
func (l *Lodge) Run(ctx context.Context, addr string) error {
	failed := make(chan error, 1)
	go func() { failed <- l.e.Start(addr) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", addr, err)
	case <-ctx.Done():
	}
	return l.close(ctx)
}

func (l *Lodge) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.grace)
	defer cancel()
	if err := l.e.Shutdown(ctx); err != nil {
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}
