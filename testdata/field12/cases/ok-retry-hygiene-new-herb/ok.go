// Package ok reads back the entry of a herb that was stored a moment ago.
// It is right although 404 is repeated: the readers are copies that lag behind by a second or two,
// and for an entry whose ID has just been given out "not found" means "not yet".
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

// Herb is an entry of the garden's book.
type Herb struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bed  int    `json:"bed"`
}

// ErrNotYet says that no copy has the entry so far.
var ErrNotYet = errors.New("entry has not arrived at the copies")

// Book reads from the copies.
type Book struct {
	base   string
	client *http.Client
	budget time.Duration
}

// NewBook returns a Book that reads from the copies behind base.
func NewBook(base string) *Book {
	return &Book{base: base, client: &http.Client{Timeout: 2 * time.Second}, budget: 20 * time.Second}
}

// Stored returns the entry that was stored under id just now.
func (b *Book) Stored(ctx context.Context, id string) (*Herb, error) {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	herb, err := retry.DoWithData(
		func() (*Herb, error) { return b.read(ctx, id) },
		retry.Context(ctx),
		retry.Attempts(5),
		retry.Delay(250*time.Millisecond),
		retry.MaxDelay(2*time.Second),
		retry.MaxJitter(150*time.Millisecond),
		retry.RetryIf(lagging),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("herb %s: %w", id, err)
	}
	return herb, nil
}

// lagging reports errors that go away when the copy has caught up or is asked again.
func lagging(err error) bool {
	var se statusError
	return errors.Is(err, ErrNotYet) || errors.As(err, &se) && se >= 500
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("copy answered %d", int(e)) }

func (b *Book) read(ctx context.Context, id string) (*Herb, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/herbs/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var h Herb
		if err := json.NewDecoder(resp.Body).Decode(&h); err != nil {
			return nil, fmt.Errorf("decode entry: %w", err)
		}
		return &h, nil
	case http.StatusNotFound:
		return nil, ErrNotYet
	}
	return nil, statusError(resp.StatusCode)
}
