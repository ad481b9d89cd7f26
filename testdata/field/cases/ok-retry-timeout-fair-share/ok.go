// Package ok asks a fraud service about payments within a budget of two seconds.
// It is right although one deadline lies around all tries: each try gets its share of what is left,
// so that the first one cannot use up the budget, and none starts when too little is left.
package ok

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

const (
	budget = 2 * time.Second
	tries  = 4
	least  = 100 * time.Millisecond // a try shorter than this has no chance
)

// Verdict is the service's opinion.
type Verdict struct {
	Score float64 `json:"score"`
	Block bool    `json:"block"`
}

// Payment is what is judged; judging has no effect.
type Payment struct {
	Card   string `json:"card"`
	Cents  int64  `json:"cents"`
	Origin string `json:"origin"`
}

// Fraud is a client of the service.
type Fraud struct {
	url    string
	client *http.Client
}

// Judge returns a verdict or the last failure.
func (f *Fraud) Judge(ctx context.Context, p Payment) (Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	raw, err := json.Marshal(p)
	if err != nil {
		return Verdict{}, err
	}
	var last error
	for left := tries; left > 0; left-- {
		if left < tries {
			select {
			case <-ctx.Done():
				return Verdict{}, errors.Join(ctx.Err(), last)
			case <-time.After(20*time.Millisecond + rand.N(20*time.Millisecond)):
			}
		}
		share := share(ctx, left)
		if share < least {
			break
		}
		v, err := f.once(ctx, raw, share)
		if err == nil {
			return v, nil
		}
		if ctx.Err() != nil {
			return Verdict{}, errors.Join(ctx.Err(), err)
		}
		last = err
	}
	return Verdict{}, fmt.Errorf("judge payment from %s: %w", p.Origin, last)
}

// share divides what is left of ctx's time by the number of tries left.
func share(ctx context.Context, left int) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return budget / tries
	}
	return time.Until(deadline) / time.Duration(left)
}

func (f *Fraud) once(ctx context.Context, raw []byte, limit time.Duration) (Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, f.url+"/judge", bytes.NewReader(raw))
	if err != nil {
		return Verdict{}, err
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return Verdict{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Verdict{}, fmt.Errorf("fraud service answered %s", resp.Status)
	}
	var v Verdict
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}
