// Package ok puts a page together from two halves. Both goroutines use the request's
// context, and the handler does not return before they have: it receives from both, and
// both give up with the context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// Part makes one half.
type Part interface {
	Render(ctx context.Context, id string) (string, error)
}

type half struct {
	text string
	err  error
}

// Page has two halves.
type Page struct {
	top, bottom Part
	limit       time.Duration
}

func (p *Page) begin(ctx context.Context, part Part, id string) <-chan half {
	ch := make(chan half, 1)
	go func() {
		t, err := part.Render(ctx, id)
		ch <- half{t, err}
	}()
	return ch
}

// Show is the handler.
func (p *Page) Show(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), p.limit)
	defer cancel()
	id := c.Param("id")

	top := p.begin(ctx, p.top, id)
	bottom := p.begin(ctx, p.bottom, id)
	a, b := <-top, <-bottom
	if err := errors.Join(a.err, b.err); err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return echo.NewHTTPError(http.StatusGatewayTimeout).SetInternal(err)
		}
		return fmt.Errorf("render %s: %w", id, err)
	}
	return c.HTML(http.StatusOK, a.text+b.text)
}
