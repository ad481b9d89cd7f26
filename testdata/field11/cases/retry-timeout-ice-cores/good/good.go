// Package good reads the layers of an ice core from the archive of a polar station.
// One request has eight seconds, all of them together forty, so a request that timed out is repeated.
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

	"github.com/cenkalti/backoff/v5"
)

// Layer is a year in the ice.
type Layer struct {
	Year  int     `json:"year"`
	Depth float64 `json:"depth"`
}

// Options of an Archive.
type Options struct {
	RequestTimeout time.Duration // of one request
	TotalTimeout   time.Duration // of all requests and the pauses between them
	MaxTries       uint
}

// DefaultOptions suit the satellite link of the station.
func DefaultOptions() Options {
	return Options{RequestTimeout: 8 * time.Second, TotalTimeout: 40 * time.Second, MaxTries: 4}
}

// Archive is a client of the core archive.
type Archive struct {
	base   string
	client *http.Client
	opts   Options
	log    *slog.Logger
}

// NewArchive returns a client of the archive at base.
func NewArchive(base string, client *http.Client, opts Options, log *slog.Logger) *Archive {
	return &Archive{base: base, client: client, opts: opts, log: log}
}

// Layers returns the layers of a core from the top.
func (a *Archive) Layers(ctx context.Context, core string) ([]Layer, error) {
	ctx, cancel := context.WithTimeout(ctx, a.opts.TotalTimeout)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 400 * time.Millisecond
	bo.MaxInterval = 2 * time.Second
	layers, err := backoff.Retry(ctx, func() ([]Layer, error) { return a.request(ctx, core) },
		backoff.WithBackOff(bo),
		backoff.WithMaxTries(a.opts.MaxTries),
		backoff.WithMaxElapsedTime(a.opts.TotalTimeout),
		backoff.WithNotify(func(err error, next time.Duration) {
			a.log.Info("archive did not answer", "core", core, "err", err, "next", next)
		}),
	)
	if err != nil {
		return nil, fmt.Errorf("layers of %s: %w", core, err)
	}
	return layers, nil
}

func (a *Archive) request(ctx context.Context, core string) ([]Layer, error) {
	reqCtx, cancel := context.WithTimeout(ctx, a.opts.RequestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(reqCtx, http.MethodGet, a.base+"/cores/"+url.PathEscape(core)+"/layers", nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := a.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, backoff.Permanent(errors.Join(ctx.Err(), err))
		}
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return nil, fmt.Errorf("archive answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("archive refused: %s", resp.Status))
	}
	var layers []Layer
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&layers)
	return layers, err
}
