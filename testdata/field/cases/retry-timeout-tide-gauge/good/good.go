// Package good reads the water level of tide gauges over a satellite link.
// Each reading has a limit of its own, made from the caller's context, which alone ends the loop.
package good

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
	var last error
	for n := range readings {
		if n > 0 {
			d := 400 * time.Millisecond << n
			select {
			case <-ctx.Done():
				return Level{}, errors.Join(ctx.Err(), last)
			case <-time.After(d/2 + rand.N(d)):
			}
		}
		readCtx, cancel := context.WithTimeout(ctx, readLimit)
		lvl, err := s.read(readCtx)
		cancel()
		if err == nil {
			return lvl, nil
		}
		if ctx.Err() != nil {
			return Level{}, errors.Join(ctx.Err(), err)
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
