// Package bad paints portraits from photographs; each painting takes a lot of memory, so only
// a few run at a time. The handler waits for a free easel without a look at the request:
// visitors who left long ago keep their place in the queue and are painted all the same.
package bad

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	maxPhoto   = 8 << 20
	paintLimit = 40 * time.Second
)

// Painter turns a photograph into a portrait.
type Painter interface {
	Paint(ctx context.Context, photo []byte, style string) ([]byte, error)
}

// Studio has a number of easels.
type Studio struct {
	painter Painter
	easels  chan struct{}
	log     *slog.Logger
}

// NewStudio returns a studio with n easels.
func NewStudio(p Painter, n int, log *slog.Logger) *Studio {
	return &Studio{painter: p, easels: make(chan struct{}, n), log: log}
}

// Mount adds the studio's routes.
func (s *Studio) Mount(r gin.IRouter) {
	r.POST("/portraits/:style", s.portrait)
}

func (s *Studio) portrait(c *gin.Context) {
	photo, err := io.ReadAll(http.MaxBytesReader(c.Writer, c.Request.Body, maxPhoto))
	if err != nil {
		c.String(http.StatusRequestEntityTooLarge, "photo too large")
		return
	}

	s.easels <- struct{}{} // EXPECT ignored-done // OR blocking-no-ctx
	defer func() { <-s.easels }()

	ctx, cancel := context.WithTimeout(c.Request.Context(), paintLimit)
	defer cancel()
	portrait, err := s.painter.Paint(ctx, photo, c.Param("style"))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		c.String(http.StatusGatewayTimeout, "took too long")
	case err != nil:
		s.log.ErrorContext(ctx, "paint", "style", c.Param("style"), "err", err)
		c.String(http.StatusInternalServerError, "cannot paint")
	default:
		c.Data(http.StatusOK, "image/png", portrait)
	}
}
