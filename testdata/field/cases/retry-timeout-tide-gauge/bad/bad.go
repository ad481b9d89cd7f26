// Package bad reads the water level of tide gauges over a satellite link.
// The limit of one reading is started once, before the loop: when the first reading uses it up,
// nothing is left for the other three, although the loop means to repeat exactly such readings.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	readLimit = 6 * time.Second
	readings  = 4
)

// Level is the water level at a moment.
type Level struct {
	At    time.Time `json:"at"`
	Metre float64   `json:"metre"`
}

var errModem = errors.New("modem not ready")

// Station is one gauge.
type Station struct {
	url    string
	client *http.Client
}

// New returns the station behind url.
func New(url string) *Station {
	return &Station{url: url, client: &http.Client{}}
}

// Level asks the gauge for its current level.
func (s *Station) Level(ctx context.Context) (Level, error) {
	ctx, cancel := context.WithTimeout(ctx, readLimit) // OR retry-timeout
	defer cancel()

	var last error
	for n := range readings {
		if n > 0 {
			d := 400 * time.Millisecond << n
			select {
			case <-ctx.Done(): // OR retry-timeout
				return Level{}, errors.Join(ctx.Err(), last)
			case <-time.After(d/2 + rand.N(d)):
			}
		}
		lvl, err := s.read(ctx) // EXPECT retry-timeout
		if err == nil {
			return lvl, nil
		}
		if !errors.Is(err, errModem) && !errors.Is(err, context.DeadlineExceeded) {
			return Level{}, err
		}
		last = err
	}
	return Level{}, fmt.Errorf("no reading from %s in %d tries: %w", s.url, readings, last)
}

func (s *Station) read(ctx context.Context) (Level, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/level", nil)
	if err != nil {
		return Level{}, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return Level{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return Level{}, errModem
	}
	if resp.StatusCode != http.StatusOK {
		return Level{}, fmt.Errorf("gauge answered %s", resp.Status)
	}
	var lvl Level
	err = json.NewDecoder(resp.Body).Decode(&lvl)
	return lvl, err
}
