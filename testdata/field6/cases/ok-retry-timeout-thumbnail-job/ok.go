// Package ok renders thumbnails in background jobs.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/hibiken/asynq"
)

const (
	kind = "thumbnail:render"

	rounds      = 3
	renderLimit = 40 * time.Second
	firstPause  = 5 * time.Second // doubled for the second; up to half as much again at random

	// jobLimit covers 3 × 40 s and pauses of at most 7.5 s and 15 s.
	jobLimit = 150 * time.Second
)

// Job asks for the thumbnails of a picture.
type Job struct {
	Picture string `json:"picture"`
	Widths  []int  `json:"widths"`
}

// NewTask returns the task for a job; the queue itself does not repeat it.
func NewTask(j Job) (*asynq.Task, error) {
	payload, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return asynq.NewTask(kind, payload, asynq.MaxRetry(0), asynq.Timeout(jobLimit)), nil
}

// Renderer handles the tasks with a rendering service.
type Renderer struct {
	service string
	client  *http.Client
}

// NewRenderer returns a Renderer.
func NewRenderer(service string) *Renderer {
	return &Renderer{service: service, client: &http.Client{}}
}

// Register adds the renderer to a mux.
func (r *Renderer) Register(mux *asynq.ServeMux) { mux.HandleFunc(kind, r.handle) }

func (r *Renderer) handle(ctx context.Context, t *asynq.Task) error {
	var j Job
	if err := json.Unmarshal(t.Payload(), &j); err != nil {
		return fmt.Errorf("job: %w: %w", err, asynq.SkipRetry)
	}
	pause := firstPause
	for n := 1; ; n++ {
		busy, err := r.render(ctx, j)
		if err == nil {
			return nil
		}
		if n == rounds || !busy || ctx.Err() != nil {
			return fmt.Errorf("thumbnails of %s, round %d: %w", j.Picture, n, err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(pause + rand.N(pause/2)):
		}
		pause *= 2
	}
}

// render puts the thumbnails next to the picture, over those that are there.
func (r *Renderer) render(ctx context.Context, j Job) (busy bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, renderLimit)
	defer cancel()
	q := url.Values{}
	for _, w := range j.Widths {
		q.Add("width", fmt.Sprint(w))
	}
	u := r.service + "/thumbnails/" + url.PathEscape(j.Picture) + "?" + q.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, u, nil)
	if err != nil {
		return false, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return resp.StatusCode >= 500, errors.New(resp.Status)
	}
	return false, nil
}
