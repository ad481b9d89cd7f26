// Package bad tells the coast guard every minute that a lighthouse is well. The pulse goes
// out with a client that has no limit, from a cron job that has no context. The scheduler
// skips a run while the last one is still going: one request that hangs, and the lighthouse
// is silent until somebody restarts the program.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/robfig/cron/v3"
)

// Lamp knows the state of the light.
type Lamp interface {
	Lit() bool
	Hours() float64
}

type pulse struct {
	station string
	url     string
	lamp    Lamp
	hc      *http.Client
	log     *slog.Logger
}

// Start schedules the pulse of a station. It returns what stops the schedule.
func Start(station, url string, lamp Lamp, log *slog.Logger) (stop func() context.Context, err error) {
	p := &pulse{
		station: station,
		url:     url,
		lamp:    lamp,
		hc:      &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}, // OR blocking-no-ctx
		log:     log,
	}
	sched := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DiscardLogger)))
	if _, err := sched.AddJob("@every 1m", p); err != nil {
		return nil, fmt.Errorf("schedule pulse: %w", err)
	}
	sched.Start()
	return sched.Stop, nil
}

// Run implements cron.Job.
func (p *pulse) Run() {
	if err := p.beat(); err != nil { // OR blocking-no-ctx
		p.log.Error("pulse not sent", "station", p.station, "err", err)
	}
}

func (p *pulse) beat() error {
	body, err := json.Marshal(map[string]any{
		"station": p.station,
		"lit":     p.lamp.Lit(),
		"hours":   p.lamp.Hours(),
	})
	if err != nil {
		return err
	}
	resp, err := p.hc.Post(p.url, "application/json", strings.NewReader(string(body))) // EXPECT blocking-no-ctx
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
