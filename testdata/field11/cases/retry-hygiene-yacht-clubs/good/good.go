// Package good tells a yacht club's gate which member a key tag belongs to.
// Four tries within six seconds; after that the gate is told that the register is away.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-chi/chi/v5"
	"github.com/redis/go-redis/v9"
)

var errNoMember = errors.New("tag belongs to nobody")

// Gate answers the tag readers.
type Gate struct {
	rdb *redis.Client
	log *slog.Logger
}

// NewGate reads the register from Redis. Commands are repeated here and not in the client.
func NewGate(addr string, log *slog.Logger) *Gate {
	return &Gate{log: log, rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           500 * time.Millisecond,
		ReadTimeout:           500 * time.Millisecond,
		WriteTimeout:          500 * time.Millisecond,
		MaxRetries:            -1,
		DialerRetries:         1,
		ContextTimeoutEnabled: true,
	})}
}

// Routes mounts the gate.
func (g *Gate) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/tags/{tag}", g.tag)
	return r
}

func (g *Gate) tag(w http.ResponseWriter, r *http.Request) {
	member, err := g.member(r.Context(), chi.URLParam(r, "tag"))
	switch {
	case errors.Is(err, errNoMember):
		http.NotFound(w, r)
		return
	case err != nil:
		g.log.Error("tag not looked up", "err", err)
		http.Error(w, "register not available", http.StatusServiceUnavailable)
		return
	}
	if _, err := fmt.Fprintln(w, member); err != nil {
		g.log.Debug("answer not sent", "err", err)
	}
}

func (g *Gate) member(ctx context.Context, tag string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 50 * time.Millisecond
	bo.MaxInterval = 500 * time.Millisecond

	return backoff.Retry(ctx, func() (string, error) {
		member, err := g.rdb.HGet(ctx, "members:by-tag", tag).Result()
		if errors.Is(err, redis.Nil) {
			return "", backoff.Permanent(errNoMember)
		}
		var answer redis.Error
		if errors.As(err, &answer) && !redis.HasErrorPrefix(err, "LOADING") {
			return "", backoff.Permanent(err)
		}
		return member, err
	}, backoff.WithBackOff(bo), backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(6*time.Second))
}
