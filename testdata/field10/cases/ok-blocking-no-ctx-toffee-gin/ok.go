// Package ok sells toffee with gin. The handlers pass the gin context itself where a context
// is wanted. That carries no cancellation by default, but the engine made here is told to fall
// back to the request's context, so the calls end with the request.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

var errNoToffee = errors.New("no such toffee")

// Stock reads the stock of toffee.
type Stock struct{ rdb *redis.Client }

// NewStock opens the stock at addr.
func NewStock(addr string) *Stock {
	return &Stock{rdb: redis.NewClient(&redis.Options{
		Addr:         addr,
		DialTimeout:  2 * time.Second,
		ReadTimeout:  2 * time.Second,
		WriteTimeout: 2 * time.Second,

		ContextTimeoutEnabled: true,
	})}
}

// Grams returns how much of a kind is left.
func (s *Stock) Grams(ctx context.Context, kind string) (int, error) {
	grams, err := s.rdb.HGet(ctx, "toffee", kind).Int()
	if errors.Is(err, redis.Nil) {
		return 0, errNoToffee
	}
	if err != nil {
		return 0, fmt.Errorf("stock of %s: %w", kind, err)
	}
	return grams, nil
}

// Shop answers customers.
type Shop struct {
	stock *Stock
	log   *slog.Logger
}

// NewEngine returns an engine that serves the shop.
func NewEngine(stock *Stock, log *slog.Logger) *gin.Engine {
	s := &Shop{stock: stock, log: log}
	engine := gin.New()
	engine.ContextWithFallback = true
	engine.Use(gin.Recovery(), limited(5*time.Second))
	engine.GET("/toffee/:kind", s.left)
	return engine
}

func limited(d time.Duration) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), d)
		defer cancel()
		c.Request = c.Request.WithContext(ctx)
		c.Next()
	}
}

func (s *Shop) left(c *gin.Context) {
	grams, err := s.stock.Grams(c, c.Param("kind"))
	switch {
	case errors.Is(err, errNoToffee):
		c.String(http.StatusNotFound, "we do not make that")
	case err != nil:
		s.log.ErrorContext(c, "stock", "err", err)
		c.String(http.StatusServiceUnavailable, "the shop is closed")
	default:
		c.String(http.StatusOK, strconv.Itoa(grams)+" g left")
	}
}
