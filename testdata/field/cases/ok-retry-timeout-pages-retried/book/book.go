// Package book reads an address book over HTTP.
package book

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	attempts = 3
	limit    = 5 * time.Second
)

// Contact is one entry.
type Contact struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Book is an address book.
type Book struct {
	base   string
	client *http.Client
}

// Open returns the book at base.
func Open(base string) *Book {
	return &Book{base: base, client: &http.Client{Timeout: limit}}
}

var errAgain = errors.New("book not available")

// Page returns one page and whether there is another.
func (b *Book) Page(ctx context.Context, n int) (contacts []Contact, more bool, err error) {
	for try := 1; try <= attempts; try++ {
		contacts, more, err = b.get(ctx, n)
		if err == nil || !errors.Is(err, errAgain) || try == attempts || ctx.Err() != nil {
			return contacts, more, err
		}
		select {
		case <-ctx.Done():
			return nil, false, errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(try)*300*time.Millisecond + rand.N(300*time.Millisecond)):
		}
	}
	return contacts, more, err
}

func (b *Book) get(ctx context.Context, n int) ([]Contact, bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/contacts?page="+strconv.Itoa(n), nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", errAgain, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, false, fmt.Errorf("%w: %s", errAgain, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, false, fmt.Errorf("book answered %s", resp.Status)
	}
	var out struct {
		Contacts []Contact `json:"contacts"`
		Next     bool      `json:"next"`
	}
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Contacts, out.Next, err
}
