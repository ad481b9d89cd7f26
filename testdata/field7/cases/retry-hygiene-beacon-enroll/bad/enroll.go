// Package bad enrols a light beacon with the coast guard's register, however long that takes.
// Each failure is joined to those before it: while the register is away, the error and each line of the
// log grow with every try, for days, on a device with a few megabytes.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	shortest = 5 * time.Second
	longest  = 10 * time.Minute
)

// ErrRejected means that the register knows the beacon's serial as stolen or scrapped.
var ErrRejected = errors.New("beacon rejected")

// Beacon describes the device to the register.
type Beacon struct {
	Serial string  `json:"serial"`
	Lat    float64 `json:"lat"`
	Lon    float64 `json:"lon"`
}

// Enroller talks to the register.
type Enroller struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewEnroller returns an Enroller for the register at base.
func NewEnroller(base string, log *slog.Logger) *Enroller {
	return &Enroller{base: base, client: &http.Client{Timeout: 15 * time.Second}, log: log}
}

// Enroll returns once the beacon is enrolled or rejected, or ctx has ended.
func (e *Enroller) Enroll(ctx context.Context, b Beacon) error {
	body, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("describe beacon: %w", err)
	}
	var failed error
	wait := shortest
	for try := 1; ; try++ { // OR retry-hygiene
		err := e.put(ctx, b.Serial, body)
		if err == nil || errors.Is(err, ErrRejected) {
			return err
		}
		failed = errors.Join(failed, fmt.Errorf("try %d: %w", try, err)) // EXPECT retry-hygiene
		e.log.Warn("beacon not enrolled", "try", try, "wait", wait, "err", failed)
		t := time.NewTimer(wait/2 + rand.N(wait))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), failed)
		case <-t.C:
		}
		wait = min(2*wait, longest)
	}
}

// put creates the beacon's entry or replaces it.
func (e *Enroller) put(ctx context.Context, serial string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, e.base+"/beacons/"+url.PathEscape(serial), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRejected, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := e.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return fmt.Errorf("register answered %s", resp.Status)
	default:
		return fmt.Errorf("%w: %s", ErrRejected, resp.Status)
	}
}
