// Package bad writes entries into the logbook of a lighthouse service.
// The client built by retryablehttp repeats each request after 5xx and lost connections, the POST of
// a new entry too: an entry that was stored before the connection broke is in the book twice.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	attemptTimeout = 5 * time.Second
	writeTimeout   = 40 * time.Second
)

// Entry is a line of the logbook.
type Entry struct {
	ID     string    `json:"-"` // unique, made by the keeper's terminal
	At     time.Time `json:"at"`
	Keeper string    `json:"keeper"`
	Text   string    `json:"text"`
}

// Logbook is a client of the logbook service. It does not look at the text of entries: two
// equal entries are two entries.
type Logbook struct {
	base   string
	client *http.Client
}

// NewLogbook returns a client of the service at base.
func NewLogbook(base string) *Logbook {
	return &Logbook{base: base, client: patient()}
}

// patient builds the client for a place with a poor line.
func patient() *http.Client {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = attemptTimeout
	rc.RetryMax = 3 // OR retry-effect
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 4 * time.Second
	return rc.StandardClient()
}

// Append stores an entry.
func (l *Logbook) Append(ctx context.Context, tower string, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode entry %s: %w", e.ID, err)
	}
	target := l.base + "/towers/" + url.PathEscape(tower) + "/entries"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(raw)) // OR retry-effect
	if err != nil {
		return fmt.Errorf("build request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := l.client.Do(req) // EXPECT retry-effect
	if err != nil {
		return fmt.Errorf("append entry %s: %w", e.ID, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("append entry %s: %s", e.ID, resp.Status)
	}
	return nil
}
