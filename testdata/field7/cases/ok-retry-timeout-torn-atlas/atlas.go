// Package ok downloads sheets of an atlas and checks them against their digest.
// A loop stands around a client that repeats by itself; but the two do not multiply in an outage: the
// client's failures end the loop, which asks again only for a sheet that arrived whole and torn.
package ok

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	maxSheet   = 32 << 20
	maxFetches = 2 // a second copy comes from another store of the publisher
	wholeLimit = 3 * time.Minute
)

// ErrTorn is a sheet that does not match its digest.
var ErrTorn = errors.New("sheet does not match its digest")

// Atlas reads sheets.
type Atlas struct {
	base   string
	client *retryablehttp.Client
}

// Open returns the atlas at base.
func Open(base string) *Atlas {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.RetryMax = 3
	c.RetryWaitMin = 300 * time.Millisecond
	c.RetryWaitMax = 3 * time.Second
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.HTTPClient.Timeout = 15 * time.Second
	return &Atlas{base: base, client: c}
}

// Sheet returns a sheet whose digest is known from the index.
func (a *Atlas) Sheet(ctx context.Context, name, digest string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	var err error
	for copy := range maxFetches {
		var sheet []byte
		sheet, err = a.fetch(ctx, name, copy)
		if err != nil {
			return nil, fmt.Errorf("sheet %s: %w", name, err)
		}
		if err = check(sheet, digest); err == nil {
			return sheet, nil
		}
	}
	return nil, fmt.Errorf("sheet %s, %d copies: %w", name, maxFetches, err)
}

func (a *Atlas) fetch(ctx context.Context, name string, copy int) ([]byte, error) {
	u := fmt.Sprintf("%s/sheets/%s?copy=%d", a.base, url.PathEscape(name), copy)
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("publisher answered %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxSheet))
}

func check(sheet []byte, digest string) error {
	sum := sha256.Sum256(sheet)
	if hex.EncodeToString(sum[:]) != digest {
		return ErrTorn
	}
	return nil
}
