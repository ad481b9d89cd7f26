// Package good tells subscribers about the results of races. The client ends every call after
// ten seconds.
package good

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Result goes to a subscriber.
type Result struct {
	URL  string
	Body []byte
}

// Dispatcher delivers results.
type Dispatcher struct {
	client *http.Client
	jobs   chan Result
	log    *slog.Logger
}

// New returns a dispatcher with room for some results.
func New(log *slog.Logger) *Dispatcher {
	return &Dispatcher{
		client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute}},
		jobs:   make(chan Result, 64),
		log:    log,
	}
}

// ServeHTTP queues a result.
func (d *Dispatcher) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too much", http.StatusRequestEntityTooLarge)
		return
	}
	select {
	case d.jobs <- Result{URL: r.Header.Get("X-Deliver-To"), Body: body}:
		w.WriteHeader(http.StatusAccepted)
	default:
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

// Run delivers with n workers until ctx is done.
func (d *Dispatcher) Run(ctx context.Context, n int) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case res := <-d.jobs:
					if err := d.deliver(ctx, res); err != nil {
						d.log.Warn("deliver", "url", res.URL, "err", err)
					}
				}
			}
		})
	}
	wg.Wait()
}

func (d *Dispatcher) deliver(ctx context.Context, res Result) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, res.URL, bytes.NewReader(res.Body))
	if err != nil {
		return err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("status %s", resp.Status)
	}
	return nil
}
