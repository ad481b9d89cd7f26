// Package bad imports guided tours, one queue job each. A job has fifteen seconds, the client gives a
// single request thirty: the first request that hangs takes the whole job with it, and the
// two further attempts and their pauses are never used.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	jobLimit     = 15 * time.Second
	requestLimit = 30 * time.Second // EXPECT retry-timeout
	attempts     = 3
)

// Tour is a guided tour.
type Tour struct {
	ID    string   `json:"id"`
	Stops []string `json:"stops"`
}

// Sink stores tours; storing one again replaces it.
type Sink interface {
	Put(ctx context.Context, t Tour) error
}

// Importer works off jobs.
type Importer struct {
	base string
	hc   *http.Client
	sink Sink
	log  *slog.Logger
}

// NewImporter returns an importer from the site at base.
func NewImporter(base string, sink Sink, log *slog.Logger) *Importer {
	return &Importer{base: base, hc: &http.Client{Timeout: requestLimit}, sink: sink, log: log} // OR retry-timeout
}

// Run imports the tours named in jobs until ctx ends.
func (i *Importer) Run(ctx context.Context, jobs <-chan string) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case id, ok := <-jobs:
			if !ok {
				return nil
			}
			if err := i.tour(ctx, id); err != nil {
				i.log.ErrorContext(ctx, "tour not imported", "tour", id, "err", err)
			}
		}
	}
}

func (i *Importer) tour(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, jobLimit) // OR retry-timeout
	defer cancel()
	tour, err := retry.DoWithData(func() (Tour, error) { // OR retry-timeout
		return i.fetch(ctx, id)
	},
		retry.Context(ctx),
		retry.Attempts(attempts),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(200*time.Millisecond),
		retry.RetryIf(func(err error) bool {
			var broken net.Error
			return errors.As(err, &broken)
		}),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	return i.sink.Put(ctx, tour)
}

func (i *Importer) fetch(ctx context.Context, id string) (t Tour, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.base+"/tours/"+url.PathEscape(id), nil)
	if err != nil {
		return t, err
	}
	resp, err := i.hc.Do(req) // OR retry-timeout
	if err != nil {
		return t, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return t, fmt.Errorf("site answered %s", resp.Status)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&t)
	return t, err
}
