// Package ok reads the minutes of a council. The client repeats what fails on the way; Minutes
// asks a second time only when the token was refused, with a new one. The client does not repeat
// a refusal and Minutes repeats nothing else, so the two layers do not multiply.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	attemptLimit = 4 * time.Second
	repeats      = 2
	mostWait     = time.Second
	readBudget   = 35 * time.Second
)

var errTokenRefused = errors.New("token refused")

// Issuer issues tokens for the council's archive.
type Issuer func(ctx context.Context) (string, error)

// Archive is a client of the council's archive.
type Archive struct {
	base  string
	http  *http.Client
	issue Issuer

	mu    sync.Mutex
	token string
}

// NewArchive returns a client of the archive, which is only read from.
func NewArchive(base string, issue Issuer) *Archive {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = attemptLimit
	rc.RetryMax = repeats
	rc.RetryWaitMin = 200 * time.Millisecond
	rc.RetryWaitMax = mostWait
	rc.Backoff = retryablehttp.LinearJitterBackoff
	return &Archive{base: base, http: rc.StandardClient(), issue: issue}
}

// Minutes returns the minutes of a meeting.
func (a *Archive) Minutes(ctx context.Context, meeting string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, readBudget)
	defer cancel()

	stale := ""
	for renewed := false; ; renewed = true {
		token, err := a.current(ctx, stale)
		if err != nil {
			return nil, fmt.Errorf("token: %w", err)
		}
		minutes, err := a.read(ctx, token, meeting)
		if err == nil {
			return minutes, nil
		}
		if renewed || !errors.Is(err, errTokenRefused) {
			return nil, fmt.Errorf("minutes of %s: %w", meeting, err)
		}
		stale = token
	}
}

// current returns the token in use, or a new one if that is the stale one.
func (a *Archive) current(ctx context.Context, stale string) (string, error) {
	a.mu.Lock()
	token := a.token
	a.mu.Unlock()
	if token != stale {
		return token, nil
	}
	fresh, err := a.issue(ctx)
	if err != nil {
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.token = fresh
	return fresh, nil
}

func (a *Archive) read(ctx context.Context, token, meeting string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/minutes/"+url.PathEscape(meeting), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := a.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized:
		return nil, errTokenRefused
	default:
		return nil, fmt.Errorf("archive answered %s", resp.Status)
	}
	var minutes []string
	if err := json.NewDecoder(resp.Body).Decode(&minutes); err != nil {
		return nil, fmt.Errorf("decode minutes: %w", err)
	}
	return minutes, nil
}
