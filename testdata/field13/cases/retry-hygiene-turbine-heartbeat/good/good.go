// Package good reports a wind turbine's heartbeat to the park's control room for as long as
// the turbine runs. Failed reports are repeated; a control room that no longer knows the
// turbine or its token ends the reporting, for no repetition can change that.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// Beat is one report.
type Beat struct {
	Turbine string    `json:"turbine"`
	At      time.Time `json:"at"`
	RPM     float64   `json:"rpm"`
}

// ErrStruckOff says that the control room does not take reports of this turbine any more.
var ErrStruckOff = errors.New("turbine is struck off")

// answer is a status the control room gave instead of 204.
type answer int

func (a answer) Error() string { return fmt.Sprintf("control room answered %d", int(a)) }

// final reports whether the same report would get the same answer again.
func (a answer) final() bool {
	return a >= 400 && a < 500 && a != http.StatusRequestTimeout && a != http.StatusTooManyRequests
}

// Reporter sends the heartbeats.
type Reporter struct {
	hc    *http.Client // with a timeout
	url   string
	token string
	every time.Duration
	read  func() Beat
	log   *slog.Logger
}

// Run reports until ctx ends or the turbine is struck off.
func (r *Reporter) Run(ctx context.Context) error {
	tick := time.NewTicker(r.every)
	defer tick.Stop()
	for {
		if err := r.deliver(ctx, r.read()); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deliver repeats a beat until the control room has it. The place of a beat is its time.
func (r *Reporter) deliver(ctx context.Context, b Beat) error {
	raw, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("encode heartbeat: %w", err)
	}
	wait := time.Second
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, r.url+"/beats/"+b.At.UTC().Format(time.RFC3339), bytes.NewReader(raw))
		if err != nil {
			return err
		}
		err = r.send(req)
		if err == nil {
			return nil
		}
		var code answer
		if errors.As(err, &code) && code.final() {
			return fmt.Errorf("%w: %w", ErrStruckOff, err)
		}
		r.log.Warn("heartbeat not delivered", "next", wait, "err", err)
		timer := time.NewTimer(wait/2 + rand.N(wait/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
		wait = min(2*wait, 2*time.Minute)
	}
}

func (r *Reporter) send(req *http.Request) error {
	req.Header.Set("Authorization", "Bearer "+r.token)
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return answer(resp.StatusCode)
	}
	return nil
}
