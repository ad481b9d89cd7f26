// Package good looks up a moss sample in the herbaria that hold copies of the common register.
// Each register gets an equal share of what is left of the lookup's time, so one that hangs
// leaves enough for those after it.
package good

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
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()

	var failed []error
	for i, base := range r.copies {
		s, err := r.askWithin(ctx, len(r.copies)-i, base, number)
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

// askWithin gives the register its share of the time that is left for it and those after it.
func (r *Registers) askWithin(ctx context.Context, left int, base, number string) (*Sample, error) {
	share := lookupTimeout / time.Duration(left)
	if deadline, ok := ctx.Deadline(); ok {
		share = time.Until(deadline) / time.Duration(left)
	}
	ctx, cancel := context.WithTimeout(ctx, share)
	defer cancel()
	return r.ask(ctx, base, number)
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
