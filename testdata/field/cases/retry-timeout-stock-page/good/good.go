// Package good shows a shop's stock in a web page.
// The page gives the warehouse five seconds in all; three queries of up to a second fit in.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

// Stock answers from the warehouse database.
type Stock struct {
	pool *pgxpool.Pool
}

// Routes adds the pages to r.
func (s *Stock) Routes(r gin.IRouter) {
	r.GET("/stock/:sku", s.page)
}

func (s *Stock) page(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), 5*time.Second)
	defer cancel()
	n, err := s.onHand(ctx, c.Param("sku"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusServiceUnavailable, gin.H{"error": "warehouse not available"})
		return
	}
	c.JSON(http.StatusOK, gin.H{"sku": c.Param("sku"), "on_hand": n})
}

func (s *Stock) onHand(ctx context.Context, sku string) (n int, err error) {
	b := retry.WithMaxRetries(2, retry.WithJitterPercent(10, retry.NewExponential(200*time.Millisecond)))
	err = retry.Do(ctx, b, func(ctx context.Context) error {
		qctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		err := s.pool.QueryRow(qctx, `SELECT COALESCE(sum(qty), 0) FROM bins WHERE sku = $1`, sku).Scan(&n)
		if err != nil && ctx.Err() == nil {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("stock of %s: %w", sku, err)
	}
	return n, nil
}
