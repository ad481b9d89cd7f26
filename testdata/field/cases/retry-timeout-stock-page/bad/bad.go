// Package bad shows a shop's stock in a web page.
// Nine queries of up to twenty seconds with pauses that double from one second: a page view waits
// for more than seven minutes when the warehouse is down, and nothing bounds it but the visitor.
package bad

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
	n, err := s.onHand(c.Request.Context(), c.Param("sku")) // OR retry-timeout
	if err != nil {
		c.AbortWithStatusJSON(http.StatusServiceUnavailable, gin.H{"error": "warehouse not available"})
		return
	}
	c.JSON(http.StatusOK, gin.H{"sku": c.Param("sku"), "on_hand": n})
}

func (s *Stock) onHand(ctx context.Context, sku string) (n int, err error) {
	b := retry.WithMaxRetries(8, retry.WithJitterPercent(10, retry.NewExponential(time.Second))) // OR retry-timeout
	err = retry.Do(ctx, b, func(ctx context.Context) error {                                     // EXPECT retry-timeout
		qctx, cancel := context.WithTimeout(ctx, 20*time.Second) // OR retry-timeout
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
