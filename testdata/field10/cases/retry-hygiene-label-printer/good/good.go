// Package good runs beside a label printer and fetches its jobs from the warehouse with long polls.
// After a failed poll the agent pauses: a second at first, up to a minute while the warehouse
// stays away, a random part of it so that the stations of a hall do not come back in step.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	hold         = 30 * time.Second // the warehouse keeps a poll that long
	pollTimeout  = hold + 10*time.Second
	printTimeout = 15 * time.Second
	maxPause     = time.Minute
)

// Job is one label.
type Job struct {
	ID  string `json:"id"`
	ZPL string `json:"zpl"`
}

// Printer prints a label; printing a job that it has printed before does nothing.
type Printer interface {
	Print(ctx context.Context, j Job) error
}

// Agent serves one printer.
type Agent struct {
	hc      *http.Client
	base    string
	station string
	printer Printer
	log     *slog.Logger
}

// NewAgent returns the agent of a station.
func NewAgent(base, station string, p Printer, log *slog.Logger) *Agent {
	return &Agent{hc: &http.Client{Timeout: pollTimeout}, base: base, station: station, printer: p, log: log}
}

// Run serves the printer until ctx ends.
func (a *Agent) Run(ctx context.Context) error {
	fails := 0
	for ctx.Err() == nil {
		err := a.serveOne(ctx)
		if err == nil {
			fails = 0
			continue
		}
		d := min(time.Second<<min(fails, 6), maxPause)
		d = d/2 + rand.N(d/2)
		fails++
		a.log.Error("job not served", "station", a.station, "next", d, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	return ctx.Err()
}

// serveOne waits for a job and prints it. No job within hold is no error.
func (a *Agent) serveOne(ctx context.Context) error {
	j, err := a.next(ctx)
	if err != nil || j == nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, printTimeout)
	defer cancel()
	if err := a.printer.Print(ctx, *j); err != nil {
		return fmt.Errorf("print job %s: %w", j.ID, err)
	}
	return nil
}

func (a *Agent) next(ctx context.Context) (*Job, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/stations/"+url.PathEscape(a.station)+"/next", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Prefer", fmt.Sprintf("wait=%d", int(hold.Seconds())))
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return nil, nil
	case http.StatusOK:
	default:
		return nil, fmt.Errorf("warehouse answered %s", resp.Status)
	}
	var j Job
	if err := json.NewDecoder(resp.Body).Decode(&j); err != nil {
		return nil, fmt.Errorf("decode job: %w", err)
	}
	return &j, nil
}
