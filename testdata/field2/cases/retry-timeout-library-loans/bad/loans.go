// Package bad is the web side of a lending library.
// The back-off below the handler goes on for the library's default of fifteen minutes. The server
// in front of it cuts the answer after thirty seconds.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/labstack/echo/v4"
)

// ErrMissing means that there is no such card.
var ErrMissing = errors.New("no such card")

// Loan is a book at somebody's home.
type Loan struct {
	Title string    `json:"title"`
	Due   time.Time `json:"due"`
}

// Catalogue is the old system in the cellar.
type Catalogue interface {
	Loans(ctx context.Context, card string) ([]Loan, error)
}

// Desk answers readers.
type Desk struct{ cat Catalogue }

// Serve answers requests until the listener closes.
func Serve(l net.Listener, cat Catalogue) error {
	d := &Desk{cat: cat}
	e := echo.New()
	e.GET("/cards/:card/loans", d.loans) // OR retry-timeout
	srv := &http.Server{
		Handler:           e,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second, // OR retry-timeout
	}
	return srv.Serve(l)
}

func (d *Desk) loans(c echo.Context) error { // OR retry-timeout
	card := c.Param("card")
	op := func() ([]Loan, error) {
		ctx, cancel := context.WithTimeout(c.Request().Context(), 4*time.Second)
		defer cancel()
		loans, err := d.cat.Loans(ctx, card)
		if errors.Is(err, ErrMissing) {
			return nil, backoff.Permanent(err)
		}
		return loans, err
	}
	loans, err := backoff.Retry(c.Request().Context(), op) // EXPECT retry-timeout
	switch {
	case errors.Is(err, ErrMissing):
		return echo.NewHTTPError(http.StatusNotFound)
	case err != nil:
		return fmt.Errorf("loans of %s: %w", card, err)
	}
	return c.JSON(http.StatusOK, loans)
}
