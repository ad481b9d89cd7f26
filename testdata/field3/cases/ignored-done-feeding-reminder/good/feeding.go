// Package good reminds keepers of a zoo to feed. The reminder is sent by a timer, with
// the values of the request that set it, and a limit of its own.
package good

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// Pager sends messages.
type Pager interface {
	Send(ctx context.Context, keeper, text string) error
}

// Zoo sets reminders.
type Zoo struct {
	pager Pager
	limit time.Duration
	log   *slog.Logger

	mu     sync.Mutex
	timers map[string]*time.Timer
}

type order struct {
	Keeper string        `json:"keeper"`
	Animal string        `json:"animal"`
	In     time.Duration `json:"in"`
}

// Routes mounts the handlers.
func (z *Zoo) Routes(e *echo.Echo) {
	e.POST("/reminders", z.remind)
	e.DELETE("/reminders/:animal", z.forget)
}

func (z *Zoo) remind(c echo.Context) error {
	var o order
	if err := c.Bind(&o); err != nil {
		return err
	}
	z.set(c.Request().Context(), o)
	return c.NoContent(http.StatusAccepted)
}

func (z *Zoo) set(ctx context.Context, o order) {
	ctx = context.WithoutCancel(ctx)
	t := time.AfterFunc(o.In, func() {
		ctx, cancel := context.WithTimeout(ctx, z.limit)
		defer cancel()
		if err := z.pager.Send(ctx, o.Keeper, "feed the "+o.Animal); err != nil {
			z.log.ErrorContext(ctx, "reminder lost", "keeper", o.Keeper, "err", err)
		}
	})
	z.mu.Lock()
	defer z.mu.Unlock()
	if old := z.timers[o.Animal]; old != nil {
		old.Stop()
	}
	z.timers[o.Animal] = t
}

func (z *Zoo) forget(c echo.Context) error {
	z.mu.Lock()
	defer z.mu.Unlock()
	if t := z.timers[c.Param("animal")]; t != nil {
		t.Stop()
		delete(z.timers, c.Param("animal"))
	}
	return c.NoContent(http.StatusNoContent)
}
