// Package ok listens to a town's loudspeaker texts. The stream is meant to last for days, so the client
// has no Timeout: the beginning is limited by the transport, silence by a watchdog, the rest by ctx.
package ok

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// Ear listens.
type Ear struct {
	url    string
	client *http.Client
	hear   func(line string)
	log    *slog.Logger
}

// New returns an ear.
func New(url string, hear func(string), log *slog.Logger) *Ear {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 5 * time.Second
	return &Ear{url: url, client: &http.Client{Transport: tr}, hear: hear, log: log}
}

// Listen runs until ctx ends.
func (e *Ear) Listen(ctx context.Context) error {
	failures := 0
	for {
		lines, err := e.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if lines > 0 {
			failures = 0
		}
		failures++
		d := min(time.Second<<min(failures, 8), time.Minute)
		d = d/2 + rand.N(d/2)
		e.log.Warn("stream ended", "lines", lines, "err", err, "again in", d)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (e *Ear) once(ctx context.Context) (lines int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(time.Minute, func() { cancel(errors.New("silence")) })
	defer silent.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, e.url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := e.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	in := bufio.NewScanner(resp.Body)
	for in.Scan() {
		silent.Reset(time.Minute)
		e.hear(in.Text())
		lines++
	}
	return lines, errors.Join(in.Err(), context.Cause(ctx))
}
