// Package ok fetches the door keys of a puppet theatre from its locksmith's service.
// With retry.Context the library would return a bare "deadline exceeded" and the reason of the failures would be lost;
// WrapContextErrorWithLastError joins the two, so the caller sees both although nothing here keeps the last error.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	fetchLimit = 12 * time.Second
	tryLimit   = 2 * time.Second
)

// Key opens a door until a time.
type Key struct {
	Door  string    `json:"door"`
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// Locksmith is a client of the service.
type Locksmith struct {
	base   string
	client *http.Client
}

// New returns the locksmith at base.
func New(base string) *Locksmith {
	return &Locksmith{base: base, client: &http.Client{Timeout: tryLimit}}
}

// Key returns the key of a door.
func (l *Locksmith) Key(ctx context.Context, door string) (*Key, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	key, err := retry.DoWithData(
		func() (*Key, error) { return l.get(ctx, door) },
		retry.Context(ctx),
		retry.WrapContextErrorWithLastError(true),
		retry.LastErrorOnly(true),
		retry.Attempts(4),
		retry.Delay(200*time.Millisecond),
		retry.MaxDelay(time.Second),
		retry.MaxJitter(200*time.Millisecond),
		retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)),
	)
	if err != nil {
		return nil, fmt.Errorf("key of %s: %w", door, err)
	}
	return key, nil
}

func (l *Locksmith) get(ctx context.Context, door string) (*Key, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/keys/"+url.PathEscape(door), nil)
	if err != nil {
		return nil, retry.Unrecoverable(err)
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("locksmith answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, retry.Unrecoverable(fmt.Errorf("locksmith refused: %s", resp.Status))
	}
	key := new(Key)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(key); err != nil {
		return nil, retry.Unrecoverable(fmt.Errorf("decode: %w", err))
	}
	return key, nil
}
