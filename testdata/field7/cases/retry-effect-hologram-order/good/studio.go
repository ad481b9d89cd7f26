// Package good has holograms computed by a render farm: a job is submitted and then watched.
// The job is submitted once; only the watching goes on when the farm is short of breath.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

var errBusy = errors.New("farm is busy")

type job struct {
	ID    string `json:"id"`
	State string `json:"state"`
	URL   string `json:"url"`
}

// Farm computes holograms.
type Farm struct {
	hc    *http.Client
	base  string
	poll  time.Duration
	tries int
}

// NewFarm expects hc to have a per-request timeout.
func NewFarm(hc *http.Client, base string) *Farm {
	return &Farm{hc: hc, base: base, poll: 5 * time.Second, tries: 4}
}

// Render computes a scene and returns where the hologram is. ctx bounds the whole order.
func (f *Farm) Render(ctx context.Context, scene []byte) (string, error) {
	j, err := f.call(ctx, http.MethodPost, "/jobs", scene)
	if err != nil {
		return "", fmt.Errorf("submit scene: %w", err)
	}
	for n := 1; ; n++ {
		link, err := f.watch(ctx, j.ID)
		if !errors.Is(err, errBusy) || n == f.tries {
			return link, err
		}
		if perr := pause(ctx, time.Second<<n); perr != nil {
			return "", errors.Join(err, perr)
		}
	}
}

// watch waits for the end of a job.
func (f *Farm) watch(ctx context.Context, id string) (string, error) {
	for {
		j, err := f.call(ctx, http.MethodGet, "/jobs/"+url.PathEscape(id), nil)
		switch {
		case err != nil:
			return "", fmt.Errorf("watch job %s: %w", id, err)
		case j.State == "failed":
			return "", fmt.Errorf("job %s failed", id)
		case j.State == "done":
			return j.URL, nil
		}
		if err := pause(ctx, f.poll); err != nil {
			return "", fmt.Errorf("watch job %s: %w", id, err)
		}
	}
}

func (f *Farm) call(ctx context.Context, method, path string, body []byte) (job, error) {
	req, err := http.NewRequestWithContext(ctx, method, f.base+path, bytes.NewReader(body))
	if err != nil {
		return job{}, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return job{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusCreated:
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return job{}, errBusy
	default:
		return job{}, fmt.Errorf("farm answered %s", resp.Status)
	}
	var j job
	err = json.NewDecoder(resp.Body).Decode(&j)
	return j, err
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d/4))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
