// Package bad reads casks from the register of a distillery and repeats when the register is busy.
// When the context ends during a pause, break leaves the select and not the loop: all the
// tries that are left follow at once and without any pause.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

var errBusy = errors.New("register is busy")

// Cask is a record of the register.
type Cask struct {
	ID    string  `json:"id"`
	Wood  string  `json:"wood"`
	Proof float64 `json:"proof"`
}

// Register is a client of the register.
type Register struct {
	base   string
	hc     *http.Client
	tries  int
	pause  time.Duration
	budget time.Duration
	log    *slog.Logger
}

// NewRegister returns a client of the register at base.
func NewRegister(base string, log *slog.Logger) *Register {
	return &Register{
		base:   base,
		hc:     &http.Client{Timeout: 4 * time.Second},
		tries:  5,
		pause:  400 * time.Millisecond,
		budget: 40 * time.Second,
		log:    log,
	}
}

// Cask returns one record.
func (r *Register) Cask(ctx context.Context, id string) (*Cask, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()

	var last error
	for try := range r.tries {
		if try > 0 {
			timer := time.NewTimer(r.pause<<(try-1) + rand.N(r.pause))
			select {
			case <-timer.C:
			case <-ctx.Done(): // OR ignored-done
				timer.Stop()
				r.log.Info("no more tries", "cask", id, "err", ctx.Err())
				break // EXPECT ignored-done
			}
		}
		cask, err := r.read(ctx, id)
		if err == nil {
			return cask, nil
		}
		last = err
		if !errors.Is(err, errBusy) {
			break
		}
		r.log.Warn("register busy", "cask", id, "try", try+1)
	}
	return nil, fmt.Errorf("cask %s: %w", id, last)
}

func (r *Register) read(ctx context.Context, id string) (*Cask, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/casks/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBusy, err)
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return nil, errBusy
	default:
		return nil, fmt.Errorf("register answered %s", resp.Status)
	}
	var c Cask
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&c); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return &c, nil
}
