// Package kilns fires the peat kilns of a pottery school and waits until a load is through.
package kilns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	firingLimit  = 50 * time.Minute // the longest programme takes 42 minutes
	queryTimeout = 10 * time.Second
)

var errFiring = errors.New("kiln is still firing")

// Load is what is in a kiln.
type Load struct {
	Kiln  string `json:"kiln"`
	State string `json:"state"`
	Peak  int    `json:"peak_celsius"`
}

// Controller talks to the kiln controller.
type Controller struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// New returns a Controller at base.
func New(base string, log *slog.Logger) *Controller {
	return &Controller{base: base, hc: &http.Client{Timeout: queryTimeout}, log: log}
}

// WaitFired returns the load once it is fired. It gives up after firingLimit.
func (c *Controller) WaitFired(ctx context.Context, kiln string) (*Load, error) {
	ctx, cancel := context.WithTimeout(ctx, firingLimit)
	defer cancel()

	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 10 * time.Second
	bo.MaxInterval = 90 * time.Second
	bo.MaxElapsedTime = firingLimit

	poll := func() (*Load, error) {
		load, err := c.load(ctx, kiln)
		if err != nil {
			return nil, err
		}
		switch load.State {
		case "fired":
			return load, nil
		case "firing", "heating":
			return nil, errFiring
		}
		return nil, backoff.Permanent(fmt.Errorf("kiln is %s", load.State))
	}
	notify := func(err error, next time.Duration) {
		c.log.Debug("load not ready", "kiln", kiln, "err", err, "next", next)
	}
	load, err := backoff.RetryNotifyWithData(poll, backoff.WithContext(bo, ctx), notify)
	if err != nil {
		return nil, fmt.Errorf("wait for kiln %s: %w", kiln, err)
	}
	return load, nil
}

func (c *Controller) load(ctx context.Context, kiln string) (*Load, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/kilns/"+url.PathEscape(kiln), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("controller answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("controller refused: %s", resp.Status))
	}
	var l Load
	if err := json.NewDecoder(resp.Body).Decode(&l); err != nil {
		return nil, fmt.Errorf("decode load: %w", err)
	}
	return &l, nil
}
