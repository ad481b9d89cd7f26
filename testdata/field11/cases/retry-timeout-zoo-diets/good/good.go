// Package good shows a keeper what an animal is fed, from the zoo's slow diet system.
// The page is given twelve seconds; a request may take three of them, and the two repetitions fit.
package good

import (
	"context"
	"encoding/json"
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
	pageLimit    = 12 * time.Second
	requestLimit = 3 * time.Second
)

// Diet is the daily ration of an animal.
type Diet struct {
	Animal string   `json:"animal"`
	Food   []string `json:"food"`
}

// Pages serves the keepers.
type Pages struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewPages reads diets from the system at base.
func NewPages(base string, client *http.Client, log *slog.Logger) *Pages {
	return &Pages{base: base, client: client, log: log}
}

// Mount adds the pages to a router.
func (p *Pages) Mount(r gin.IRouter) {
	r.GET("/animals/:name/diet", p.diet)
}

func (p *Pages) diet(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), pageLimit)
	defer cancel()
	d, err := p.ask(ctx, c.Param("name"))
	if err != nil {
		p.log.Error("diet not read", "animal", c.Param("name"), "err", err)
		c.AbortWithStatus(http.StatusServiceUnavailable)
		return
	}
	c.JSON(http.StatusOK, d)
}

func (p *Pages) ask(ctx context.Context, animal string) (*Diet, error) {
	b := retry.NewExponential(300 * time.Millisecond)
	b = retry.WithCappedDuration(time.Second, b)
	b = retry.WithJitterPercent(20, b)
	b = retry.WithMaxRetries(2, b)

	var diet *Diet
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		d, err := p.request(ctx, animal)
		diet = d
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("diet of %s: %w", animal, err)
	}
	return diet, nil
}

func (p *Pages) request(ctx context.Context, animal string) (*Diet, error) {
	reqCtx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(reqCtx, http.MethodGet, p.base+"/diets/"+url.PathEscape(animal), nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		return nil, retry.RetryableError(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, retry.RetryableError(fmt.Errorf("diet system answered %s", resp.Status))
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("diet system refused: %s", resp.Status)
	}
	var d Diet
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&d); err != nil {
		return nil, fmt.Errorf("decode diet: %w", err)
	}
	return &d, nil
}
