// Package ok sets alarms. The function of the timer runs long after the request that set
// it, so it works on a context of its own, with a limit.
package ok

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
)

// Bell rings.
type Bell interface {
	Ring(ctx context.Context, room string) error
}

// Porter sets alarms.
type Porter struct {
	bell  Bell
	limit time.Duration
	log   *slog.Logger

	mu     sync.Mutex
	alarms map[string]*time.Timer
}

// Set is the handler.
func (p *Porter) Set(c *gin.Context) {
	in, err := time.ParseDuration(c.Query("in"))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	room := c.Param("room")
	p.log.InfoContext(c.Request.Context(), "alarm set", "room", room, "in", in)

	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.alarms[room]; old != nil {
		old.Stop()
	}
	p.alarms[room] = time.AfterFunc(in, func() { p.ring(room) })
	c.Status(http.StatusAccepted)
}

func (p *Porter) ring(room string) {
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	if err := p.bell.Ring(ctx, room); err != nil {
		p.log.ErrorContext(ctx, "guest sleeps on", "room", room, "err", err)
	}
}
