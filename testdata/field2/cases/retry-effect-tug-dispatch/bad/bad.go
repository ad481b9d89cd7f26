// Package bad calls tugs to ships. A call that has not answered in three seconds is made again,
// while the first is still under way: nobody ends it, and two tugs come.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Call asks for a tug.
type Call struct {
	Ship  string `json:"ship"`
	Berth int    `json:"berth"`
}

// Yard is the tugs' office.
type Yard struct {
	hc  *http.Client
	url string
}

// NewYard returns an office.
func NewYard(url string) *Yard { return &Yard{hc: &http.Client{Timeout: 12 * time.Second}, url: url} }

var errSlow = errors.New("no answer yet")

// Dispatch calls a tug.
func (y *Yard) Dispatch(ctx context.Context, c Call) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	for n := range 3 { // OR retry-effect
		if n > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Duration(n)*200*time.Millisecond + rand.N(200*time.Millisecond)):
			}
		}
		err = y.within(ctx, 3*time.Second, raw) // EXPECT retry-effect // OR ignored-done
		if !errors.Is(err, errSlow) {
			return err
		}
	}
	return fmt.Errorf("dispatch to %s: %w", c.Ship, err)
}

func (y *Yard) within(ctx context.Context, d time.Duration, raw []byte) error {
	done := make(chan error, 1)
	go func() { done <- y.call(ctx, raw) }() // OR ignored-done // OR retry-effect
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C: // OR retry-effect
		return errSlow
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (y *Yard) call(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, y.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := y.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("yard: %s", resp.Status)
	}
	return nil
}
