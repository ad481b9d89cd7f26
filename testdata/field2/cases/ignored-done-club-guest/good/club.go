// Package good checks guests of a club against its register. When the check is called
// off there is no answer, just an error.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Register is the remote register.
type Register interface {
	Lookup(ctx context.Context, guest string) (until time.Time, err error)
}

// Notes counts refusals.
type Notes interface {
	Refused(ctx context.Context, guest string) error
}

// Door lets guests in.
type Door struct {
	register Register
	notes    Notes
	limit    time.Duration
	log      *slog.Logger
}

func (d *Door) member(ctx context.Context, guest string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	until, err := d.register.Lookup(ctx, guest)
	switch status.Code(err) {
	case codes.OK:
		return time.Now().Before(until), nil
	case codes.NotFound:
		return false, nil
	default:
		return false, fmt.Errorf("look up %s: %w", guest, err)
	}
}

// Enter is the handler of the door.
func (d *Door) Enter(c *gin.Context) {
	ctx, guest := c.Request.Context(), c.Param("guest")
	ok, err := d.member(ctx, guest)
	if err != nil {
		d.log.ErrorContext(ctx, "register", "err", err)
		c.AbortWithStatus(http.StatusBadGateway)
		return
	}
	if !ok {
		nctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		if err := d.notes.Refused(nctx, guest); err != nil {
			d.log.ErrorContext(ctx, "note refusal", "err", err)
		}
		c.AbortWithStatus(http.StatusForbidden)
		return
	}
	c.Status(http.StatusNoContent)
}
