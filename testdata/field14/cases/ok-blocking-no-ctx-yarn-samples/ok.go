// Package ok fetches samples of yarn for a shop. The requests are built without a context and
// look as if they could not be stopped; the shop's context is put on each before it is sent.
package ok

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/gin-gonic/gin"
)

const most = 2 << 20

// Spinner is a client of a spinning mill.
type Spinner struct {
	base   string
	token  string
	client *http.Client
}

// NewSpinner returns a client of the mill at base.
func NewSpinner(base, token string) *Spinner {
	return &Spinner{base: base, token: token, client: &http.Client{Timeout: 10 * time.Second}}
}

func (s *Spinner) request(sample string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodGet, s.base+"/samples/"+url.PathEscape(sample), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Accept", "image/png")
	return req, nil
}

// Sample returns the picture of a sample.
func (s *Spinner) Sample(ctx context.Context, sample string) ([]byte, error) {
	req, err := s.request(sample)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("sample %s: %w", sample, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("sample %s: %s", sample, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, most))
}

// Shop shows samples.
type Shop struct {
	spinner *Spinner
	log     *slog.Logger
}

// Mount adds the shop to a router.
func (s *Shop) Mount(r gin.IRouter) {
	r.GET("/yarn/:sample", func(c *gin.Context) {
		ctx := c.Request.Context()
		picture, err := s.spinner.Sample(ctx, c.Param("sample"))
		if err != nil {
			s.log.ErrorContext(ctx, "sample", "err", err)
			c.Status(http.StatusBadGateway)
			return
		}
		c.Data(http.StatusOK, "image/png", picture)
	})
}
