// Package ok reads a museum's vault. Its token source refreshes tokens as long as the
// process lives, so it is bound to a background context, with a client that has a
// limit; the context of New is for the one check that New makes.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// Vault is a client.
type Vault struct {
	base   string
	client *http.Client
}

// New connects to the vault and checks the credentials.
func New(ctx context.Context, base string, conf clientcredentials.Config) (*Vault, error) {
	life := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: 10 * time.Second})
	client := conf.Client(life)
	client.Timeout = 20 * time.Second
	v := &Vault{base: base, client: client}

	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if _, err := v.get(ctx, "/me"); err != nil {
		return nil, fmt.Errorf("check credentials: %w", err)
	}
	return v, nil
}

// Item returns the description of an item.
func (v *Vault) Item(ctx context.Context, id string) (string, error) {
	raw, err := v.get(ctx, "/items/"+id)
	if err != nil {
		return "", fmt.Errorf("item %s: %w", id, err)
	}
	return string(raw), nil
}

func (v *Vault) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
