// Package bad reads the user directory of a company for its phone book.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"faultfield6/cases/retry-hygiene-token-refusal/bad/signin"
)

// Person is an entry of the directory.
type Person struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// PhoneBook serves searches in the directory.
type PhoneBook struct {
	base   string
	client *http.Client
}

// NewPhoneBook searches the directory at base.
func NewPhoneBook(base string, tokens signin.Source) *PhoneBook {
	return &PhoneBook{base: base, client: &http.Client{
		Transport: signin.NewTransport(http.DefaultTransport, tokens),
		Timeout:   15 * time.Second,
	}}
}

// ServeHTTP answers a search from the phone book's page.
func (b *PhoneBook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	people, err := b.search(r.Context(), r.FormValue("q"))
	if err != nil {
		http.Error(w, "directory not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(people)
}

func (b *PhoneBook) search(ctx context.Context, prefix string) ([]Person, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/people?prefix="+url.QueryEscape(prefix), nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("directory: %s", resp.Status)
	}
	var people []Person
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&people)
	return people, err
}
