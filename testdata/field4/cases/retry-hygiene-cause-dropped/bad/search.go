// Package search is the HTTP front of the photo search.
package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"faultfield4/cases/retry-hygiene-cause-dropped/bad/again"
)

var errThrottled = errors.New("index is throttling")

// API answers searches from the index service.
type API struct {
	http  *http.Client
	index string
}

// New returns the API.
func New(index string) *API {
	return &API{http: &http.Client{Timeout: 2 * time.Second}, index: index}
}

// Register adds the routes.
func (a *API) Register(e *echo.Echo) { e.GET("/photos", a.photos) }

func (a *API) photos(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), 8*time.Second)
	defer cancel()

	ids, err := again.Do(ctx, 3, func(ctx context.Context) ([]string, error) {
		return a.query(ctx, c.QueryParam("q"))
	})
	switch {
	case errors.Is(err, errThrottled):
		c.Response().Header().Set("Retry-After", "5")
		return echo.NewHTTPError(http.StatusTooManyRequests, "search is busy")
	case err != nil:
		return echo.NewHTTPError(http.StatusBadGateway).SetInternal(err)
	}
	return c.JSON(http.StatusOK, ids)
}

func (a *API) query(ctx context.Context, q string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.index+"/query?q="+url.QueryEscape(q), nil)
	if err != nil {
		return nil, again.Stop(err)
	}
	resp, err := a.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		return nil, errThrottled
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("index: %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, again.Stop(fmt.Errorf("index: %s", resp.Status))
	}
	var ids []string
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&ids); err != nil {
		return nil, again.Stop(err)
	}
	return ids, nil
}
