// Package bad fetches the trust bundles of other domains when a proxy starts.
// Each answer that is not 200 leads to another try and is never closed: the connections of all the
// failed tries stay open.
package bad

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Bundles fetches bundles.
type Bundles struct {
	client *http.Client // with a timeout
	total  time.Duration
}

// New returns Bundles.
func New(client *http.Client) *Bundles {
	return &Bundles{client: client, total: 2 * time.Minute}
}

// Fetch adds the roots of each domain's endpoint to a pool of its own.
func (b *Bundles) Fetch(ctx context.Context, endpoints map[string]string) (map[string]*x509.CertPool, error) {
	ctx, cancel := context.WithTimeout(ctx, b.total)
	defer cancel()
	pools := make(map[string]*x509.CertPool, len(endpoints))
	for domain, endpoint := range endpoints {
		pem, err := backoff.Retry(ctx, func() ([]byte, error) { return b.get(ctx, endpoint) }) // OR retry-effect
		if err != nil {
			return nil, fmt.Errorf("bundle of %s: %w", domain, err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("bundle of %s holds no certificate", domain)
		}
		pools[domain] = pool
	}
	return pools, nil
}

func (b *Bundles) get(ctx context.Context, endpoint string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, endpoint, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := b.client.Do(req) // EXPECT retry-effect
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		return nil, backoff.Permanent(errors.New("no bundle there")) // OR retry-effect
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("endpoint answered %s", resp.Status) // OR retry-effect
	}
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
