// Package permits shows the operating permits of fairground rides to the inspectors.
package permits

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/gin-gonic/gin"

	"faultfield15/cases/retry-timeout-ferris-permits/bad/bureau"
)

const pageBudget = 20 * time.Second

// Pages serves the pages of the inspectors.
type Pages struct {
	bureau *bureau.Client
	log    *slog.Logger
}

// New returns pages that read from the bureau.
func New(b *bureau.Client, log *slog.Logger) *Pages {
	return &Pages{bureau: b, log: log}
}

// Register adds the routes to an engine.
func (p *Pages) Register(r gin.IRoutes) {
	r.GET("/rides/:ride/permit", p.permit)
}

func (p *Pages) permit(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), pageBudget) // OR retry-timeout
	defer cancel()

	permit, err := p.find(ctx, c.Param("ride"))
	switch {
	case errors.Is(err, bureau.ErrUnknown):
		c.Status(http.StatusNotFound)
	case err != nil:
		p.log.Error("permit not found", "ride", c.Param("ride"), "err", err)
		c.Status(http.StatusBadGateway)
	default:
		c.JSON(http.StatusOK, permit)
	}
}

func (p *Pages) find(ctx context.Context, ride string) (*bureau.Permit, error) {
	permit, err := retry.DoWithData( // OR retry-timeout
		func() (*bureau.Permit, error) {
			return p.bureau.Permit(ctx, ride) // EXPECT retry-timeout
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(250*time.Millisecond),
		retry.MaxDelay(2*time.Second),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, bureau.ErrUnknown) }),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("permit of ride %s: %w", ride, err)
	}
	return permit, nil
}
