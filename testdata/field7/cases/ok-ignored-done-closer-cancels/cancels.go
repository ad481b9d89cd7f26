// Package ok opens the live picture of a wildlife camera.
// It is right although Open makes a context and does not cancel it before it returns: the
// cancel function goes into the picture, whose Close calls it, and every way out of Open
// without a picture calls it too.
package ok

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Picture is a stream of frames; it must be closed.
type Picture struct {
	body   io.ReadCloser
	cancel context.CancelFunc
	idle   *time.Timer
	limit  time.Duration
}

// Read reads frames; the picture breaks off when none come for a while.
func (p *Picture) Read(b []byte) (int, error) {
	n, err := p.body.Read(b)
	if n > 0 {
		p.idle.Reset(p.limit)
	}
	return n, err
}

// Close ends the stream.
func (p *Picture) Close() error {
	p.idle.Stop()
	p.cancel()
	return p.body.Close()
}

// Cameras gives access to cameras.
type Cameras struct {
	hc   *http.Client // no overall timeout: pictures are endless
	base string
	idle time.Duration
}

// New breaks off pictures that are still for longer than idle.
func New(base string, idle time.Duration) *Cameras {
	return &Cameras{
		hc:   &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: 10 * time.Second}},
		base: base,
		idle: idle,
	}
}

// Open opens a picture; it lasts until it is closed, falls silent, or ctx ends.
func (c *Cameras) Open(ctx context.Context, camera string) (*Picture, error) {
	ctx, cancel := context.WithCancel(ctx)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/cameras/"+url.PathEscape(camera), nil)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("build request: %w", err)
	}
	idle := time.AfterFunc(c.idle, cancel)
	resp, err := c.hc.Do(req)
	if err != nil {
		idle.Stop()
		cancel()
		return nil, fmt.Errorf("open camera %s: %w", camera, err)
	}
	p := &Picture{body: resp.Body, cancel: cancel, idle: idle, limit: c.idle}
	if resp.StatusCode != http.StatusOK {
		p.Close()
		return nil, fmt.Errorf("open camera %s: %s", camera, resp.Status)
	}
	return p, nil
}
