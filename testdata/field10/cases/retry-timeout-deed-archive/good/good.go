// Package good serves the scanned deeds of a land registry to its reading room.
// The handler gives a deed half a minute in all; an attempt may take eight seconds of it, and
// the three attempts with their pauses fit in.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/sethvargo/go-retry"
)

const (
	deedLimit    = 30 * time.Second
	attemptLimit = 8 * time.Second
	maxRetries   = 2
	firstPause   = time.Second
)

var errNoDeed = errors.New("no such deed")

// Room answers the reading room.
type Room struct {
	tapes string
	hc    *http.Client
	log   *slog.Logger
}

// NewRoom reads from the archive at tapes.
func NewRoom(tapes string, log *slog.Logger) *Room {
	return &Room{tapes: tapes, hc: &http.Client{Timeout: attemptLimit}, log: log}
}

// Register adds the routes.
func (r *Room) Register(g gin.IRouter) {
	g.GET("/deeds/:number", r.deed)
}

func (r *Room) deed(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), deedLimit)
	defer cancel()
	scan, err := r.load(ctx, c.Param("number"))
	switch {
	case errors.Is(err, errNoDeed):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		r.log.Error("deed not loaded", "number", c.Param("number"), "err", err)
		c.AbortWithStatus(http.StatusServiceUnavailable)
	default:
		c.Data(http.StatusOK, "image/tiff", scan)
	}
}

func (r *Room) load(ctx context.Context, number string) ([]byte, error) {
	pauses := retry.WithMaxRetries(maxRetries, retry.WithJitterPercent(20, retry.NewFibonacci(firstPause)))
	scan, err := retry.DoValue(ctx, pauses, func(ctx context.Context) ([]byte, error) {
		return r.read(ctx, number)
	})
	if err != nil {
		return nil, fmt.Errorf("load deed %s: %w", number, err)
	}
	return scan, nil
}

func (r *Room) read(ctx context.Context, number string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.tapes+"/scans/"+url.PathEscape(number), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, retry.RetryableError(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, errNoDeed
	case resp.StatusCode >= 500:
		return nil, retry.RetryableError(fmt.Errorf("archive answered %s", resp.Status))
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("archive answered %s", resp.Status)
	}
	scan, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	return scan, retry.RetryableError(err)
}
