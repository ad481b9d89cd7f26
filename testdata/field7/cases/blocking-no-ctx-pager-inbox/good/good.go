// Package good lets a doctor's pager fetch its next page by long polling. This client,
// as it is set up here, looks at neither the end nor the deadline of a context while it waits
// for an answer; so the pop itself has a timeout, and the pager asks again after an empty answer.
package good

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
)

// Inbox hands out pages.
type Inbox struct {
	rdb     *redis.Client
	patient time.Duration
	log     *slog.Logger
}

// NewInbox returns an inbox on the server at addr; patient is how long a pager waits for a page.
func NewInbox(addr string, patient time.Duration, log *slog.Logger) *Inbox {
	rdb := redis.NewClient(&redis.Options{Addr: addr, PoolSize: 200, MaxRetries: -1})
	return &Inbox{rdb: rdb, patient: patient, log: log}
}

// Register mounts the inbox.
func (in *Inbox) Register(e *echo.Echo) {
	e.GET("/pagers/:pager/next", in.next)
}

func (in *Inbox) next(c echo.Context) error {
	ctx := c.Request().Context()
	key := "pages:" + c.Param("pager")
	started := time.Now()

	popped, err := in.rdb.BLPop(ctx, in.patient, key).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return c.NoContent(http.StatusNoContent)
	case err != nil:
		in.log.ErrorContext(ctx, "pop page", "key", key, "err", err)
		return echo.NewHTTPError(http.StatusServiceUnavailable, "inbox unavailable")
	}
	in.log.DebugContext(ctx, "page handed out", "key", key, "waited", time.Since(started))
	return c.String(http.StatusOK, popped[1])
}
