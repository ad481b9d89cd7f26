// Package bad builds the page of a gallery's hall from three services, asked one after the other.
// Each part may take five seconds, in two tries, but the server stops writing after twelve: when all
// three services are slow the page is finished for a connection that is no longer usable.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"
)

const partLimit = 5 * time.Second // OR retry-timeout

// Hall builds pages.
type Hall struct {
	parts  []string // base addresses: pictures, painters, loans
	client *http.Client
	log    *slog.Logger
}

// NewServer returns the server of the gallery.
func NewServer(addr string, parts [3]string, log *slog.Logger) *http.Server {
	h := &Hall{parts: parts[:], client: &http.Client{Timeout: partLimit}, log: log}
	e := echo.New()
	e.GET("/halls/:hall", h.page)
	return &http.Server{
		Addr:         addr,
		Handler:      e,
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 12 * time.Second, // OR retry-timeout
		IdleTimeout:  time.Minute,
	}
}

func (h *Hall) page(c echo.Context) error {
	out := make([]json.RawMessage, len(h.parts))
	for i, base := range h.parts { // OR retry-timeout
		part, err := h.part(c.Request().Context(), base, c.Param("hall")) // EXPECT retry-timeout
		if err != nil {
			h.log.Warn("part missing", "base", base, "err", err)
			part = json.RawMessage("null")
		}
		out[i] = part
	}
	return c.JSON(http.StatusOK, out)
}

// part asks one service, a second time if it was not available.
func (h *Hall) part(ctx context.Context, base, hall string) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, partLimit) // OR retry-timeout
	defer cancel()
	part, err := h.get(ctx, base, hall)
	if !errors.Is(err, errAway) {
		return part, err
	}
	select {
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), err)
	case <-time.After(100*time.Millisecond + rand.N(200*time.Millisecond)):
	}
	return h.get(ctx, base, hall)
}

var errAway = errors.New("service away")

func (h *Hall) get(ctx context.Context, base, hall string) (json.RawMessage, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/halls/"+url.PathEscape(hall), nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusBadGateway, http.StatusServiceUnavailable:
		return nil, errAway
	default:
		return nil, fmt.Errorf("unexpected status %s", resp.Status)
	}
	var part json.RawMessage
	err = json.NewDecoder(io.LimitReader(resp.Body, 256<<10)).Decode(&part)
	return part, err
}
