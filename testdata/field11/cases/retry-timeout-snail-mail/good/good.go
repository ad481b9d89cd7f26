// Package good asks the post where a parcel is. A request may take three seconds, and four of
// them fit with their pauses into the twenty seconds of a look-up.
package good

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
	requestLimit = 3 * time.Second
	lookupBudget = 20 * time.Second
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
	return &Tracker{base: base, http: &http.Client{Timeout: requestLimit}, log: log}
}

// Where returns the place of a parcel.
func (t *Tracker) Where(ctx context.Context, number string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupBudget)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 200 * time.Millisecond
	bo.MaxInterval = time.Second

	ask := func() (string, error) { return t.ask(ctx, number) }
	place, err := backoff.Retry(ctx, ask,
		backoff.WithBackOff(bo),
		backoff.WithMaxTries(maxTries),
		backoff.WithMaxElapsedTime(lookupBudget),
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
