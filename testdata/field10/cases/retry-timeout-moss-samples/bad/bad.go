// Package bad looks up a moss sample in the herbaria that hold copies of the common register.
// The lookup has one deadline and a single register may use up all of it: when the first one hangs,
// the loop ends with "deadline exceeded" and the healthy copies are never asked.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const lookupTimeout = 12 * time.Second

// ErrNoSample means that the register does not know the number.
var ErrNoSample = errors.New("no such sample")

// Sample is an entry of the register.
type Sample struct {
	Number  string `json:"number"`
	Species string `json:"species"`
	Found   string `json:"found"`
}

// Registers asks the copies in the order of their distance.
type Registers struct {
	copies []string
	client *http.Client
	log    *slog.Logger
}

// NewRegisters returns Registers over the copies with the given base URLs.
func NewRegisters(copies []string, log *slog.Logger) *Registers {
	return &Registers{copies: copies, client: &http.Client{}, log: log}
}

// Find returns a sample from the first copy that answers.
func (r *Registers) Find(ctx context.Context, number string) (*Sample, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout) // OR retry-timeout
	defer cancel()

	var failed []error
	for _, base := range r.copies { // OR retry-timeout
		s, err := r.ask(ctx, base, number) // EXPECT retry-timeout
		if err == nil || errors.Is(err, ErrNoSample) {
			return s, err
		}
		r.log.Warn("register does not answer, asking the next", "register", base, "err", err)
		failed = append(failed, fmt.Errorf("%s: %w", base, err))
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("sample %s: %w", number, errors.Join(failed...))
}

func (r *Registers) ask(ctx context.Context, base, number string) (*Sample, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/samples/"+url.PathEscape(number), nil)
	if err != nil {
		return nil, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return nil, ErrNoSample
	default:
		return nil, fmt.Errorf("status %s", resp.Status)
	}
	var s Sample
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&s); err != nil {
		return nil, fmt.Errorf("decode sample: %w", err)
	}
	return &s, nil
}
