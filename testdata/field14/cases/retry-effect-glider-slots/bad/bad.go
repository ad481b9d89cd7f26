// Package bad reads and books winch slots of a gliding field. One generic call serves all methods and
// repeats after server errors and lost connections; the POST of a booking, which carries
// nothing the field could know it by, is repeated as well and books a second slot.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

var errRefused = errors.New("refused")

// Slot is a free launch.
type Slot struct {
	Winch int       `json:"winch"`
	At    time.Time `json:"at"`
}

// Booking is a launch taken.
type Booking struct {
	ID   string `json:"id"`
	Slot Slot   `json:"slot"`
}

// Field is a client of the field's booking system.
type Field struct {
	base   string
	hc     *http.Client
	tries  int
	pause  time.Duration
	budget time.Duration
}

// NewField returns a client of the system at base.
func NewField(base string) *Field {
	return &Field{base: base, hc: &http.Client{Timeout: 4 * time.Second}, tries: 4, pause: 300 * time.Millisecond, budget: 30 * time.Second}
}

// Free lists the free slots of a day.
func (f *Field) Free(ctx context.Context, day string) ([]Slot, error) {
	return call[[]Slot](ctx, f, http.MethodGet, "/slots?day="+url.QueryEscape(day), nil)
}

// Book takes the next free slot for a glider.
func (f *Field) Book(ctx context.Context, glider string) (Booking, error) {
	return call[Booking](ctx, f, http.MethodPost, "/bookings", map[string]string{"glider": glider}) // OR retry-effect
}

func call[T any](ctx context.Context, f *Field, method, path string, in any) (out T, err error) {
	ctx, cancel := context.WithTimeout(ctx, f.budget)
	defer cancel()
	var body []byte
	if in != nil {
		if body, err = json.Marshal(in); err != nil {
			return out, fmt.Errorf("encode: %w", err)
		}
	}
	for try := 1; ; try++ { // OR retry-effect
		out, err = send[T](ctx, f, method, path, body) // EXPECT retry-effect
		if err == nil {
			return out, nil
		}
		if try >= f.tries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return out, fmt.Errorf("%s %s: %w", method, path, err)
		}
		timer := time.NewTimer(f.pause<<(try-1) + rand.N(f.pause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return out, errors.Join(ctx.Err(), err)
		}
	}
}

func send[T any](ctx context.Context, f *Field, method, path string, body []byte) (out T, err error) {
	req, err := http.NewRequestWithContext(ctx, method, f.base+path, bytes.NewReader(body))
	if err != nil {
		return out, fmt.Errorf("%w: %w", errRefused, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := f.hc.Do(req) // OR retry-effect
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return out, errors.New(resp.Status)
	case resp.StatusCode >= 300:
		return out, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&out)
	return out, err
}
