// Package bad quotes stamps on a dealer's web page. A quote is asked for eight times with
// thirty seconds for each try and growing pauses, and nothing bounds the sum: a visitor who
// keeps the page open keeps the handler busy for more than four minutes.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	tryLimit = 30 * time.Second // OR retry-timeout
	tries    = 8                // OR retry-timeout
)

// ErrUnknown says that nobody trades the stamp.
var ErrUnknown = errors.New("stamp is not traded")

// Exchange is where stamps are traded.
type Exchange interface {
	Quote(ctx context.Context, stamp string) (cents int64, err error)
}

// Page serves quotes.
type Page struct {
	exchange Exchange
	log      *slog.Logger
}

// Mount adds the page to a router.
func (p *Page) Mount(r gin.IRouter) { r.GET("/stamps/:id/quote", p.show) }

func (p *Page) show(c *gin.Context) {
	cents, err := p.quote(c.Request.Context(), c.Param("id")) // OR retry-timeout
	switch {
	case errors.Is(err, ErrUnknown):
		c.Status(http.StatusNotFound)
	case err != nil:
		p.log.ErrorContext(c.Request.Context(), "quote", "stamp", c.Param("id"), "err", err)
		c.Status(http.StatusBadGateway)
	default:
		c.JSON(http.StatusOK, gin.H{"cents": cents})
	}
}

func (p *Page) quote(ctx context.Context, stamp string) (int64, error) {
	for n := 1; ; n++ { // EXPECT retry-timeout
		cents, err := p.ask(ctx, stamp) // OR retry-timeout
		if err == nil || errors.Is(err, ErrUnknown) {
			return cents, err
		}
		if n == tries || ctx.Err() != nil {
			return 0, fmt.Errorf("quote after %d tries: %w", n, err)
		}
		d := 200 * time.Millisecond << n
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		}
	}
}

func (p *Page) ask(ctx context.Context, stamp string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit) // OR retry-timeout
	defer cancel()
	return p.exchange.Quote(ctx, stamp)
}
