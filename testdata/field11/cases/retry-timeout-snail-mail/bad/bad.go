// Package bad asks the post where a parcel is. One request may take fifteen seconds and all of
// them together ten: a request that hangs has used the whole budget up before it fails, so the
// very fault the repetitions are for is never repeated.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	requestLimit = 15 * time.Second // OR retry-timeout
	lookupBudget = 10 * time.Second // OR retry-timeout
	maxTries     = 4
)

// ErrNoParcel is returned for a number the post does not know.
var ErrNoParcel = errors.New("no such parcel")

// Tracker asks the post where parcels are.
type Tracker struct {
	base string
	http *http.Client
	log  *slog.Logger
}

// NewTracker returns a tracker that asks the service at base.
func NewTracker(base string, log *slog.Logger) *Tracker {
	return &Tracker{base: base, http: &http.Client{Timeout: requestLimit}, log: log} // OR retry-timeout
}

// Where returns the place of a parcel.
func (t *Tracker) Where(ctx context.Context, number string) (string, error) {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 200 * time.Millisecond
	bo.MaxInterval = time.Second

	ask := func() (string, error) { return t.ask(ctx, number) }
	place, err := backoff.Retry(ctx, ask, // OR retry-timeout
		backoff.WithBackOff(bo),
		backoff.WithMaxTries(maxTries),
		backoff.WithMaxElapsedTime(lookupBudget), // EXPECT retry-timeout
		backoff.WithNotify(func(err error, next time.Duration) {
			t.log.Warn("post did not answer", "parcel", number, "next", next, "err", err)
		}),
	)
	if err != nil {
		return "", fmt.Errorf("where is %s: %w", number, err)
	}
	return place, nil
}

func (t *Tracker) ask(ctx context.Context, number string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/parcels/"+url.PathEscape(number), nil)
	if err != nil {
		return "", backoff.Permanent(err)
	}
	resp, err := t.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return "", backoff.Permanent(ErrNoParcel)
	case resp.StatusCode >= 500:
		return "", fmt.Errorf("post answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return "", backoff.Permanent(fmt.Errorf("post answered %s", resp.Status))
	}
	var out struct {
		Place string `json:"place"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return "", fmt.Errorf("decode place: %w", err)
	}
	return out.Place, nil
}
