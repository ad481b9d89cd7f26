// Package ok downloads certificates from one of several mirrors.
// It is right although defer stands in the loop: it belongs to the function literal, which ends with each turn.
package ok

import (
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

// Mirrors is a list of places that have the same certificates.
type Mirrors struct {
	urls   []string
	client *http.Client
	limit  time.Duration
	log    *slog.Logger
}

// New returns Mirrors with a limit for each download.
func New(log *slog.Logger, urls ...string) *Mirrors {
	return &Mirrors{urls: urls, client: &http.Client{}, limit: 6 * time.Second, log: log}
}

// Fetch returns a certificate from the first mirror that has it.
func (m *Mirrors) Fetch(ctx context.Context, name string) (*x509.Certificate, error) {
	var failures []error
	for _, url := range m.urls {
		cert, err := func() (*x509.Certificate, error) {
			ctx, cancel := context.WithTimeout(ctx, m.limit)
			defer cancel()
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/"+name+".pem", nil)
			if err != nil {
				return nil, err
			}
			resp, err := m.client.Do(req)
			if err != nil {
				return nil, err
			}
			defer resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				return nil, errors.New(resp.Status)
			}
			raw, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
			if err != nil {
				return nil, err
			}
			return parse(raw)
		}()
		if err == nil {
			return cert, nil
		}
		if ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), err)
		}
		m.log.Warn("mirror failed", "mirror", url, "err", err)
		failures = append(failures, fmt.Errorf("%s: %w", url, err))
	}
	return nil, fmt.Errorf("certificate %s: %w", name, errors.Join(failures...))
}

func parse(raw []byte) (*x509.Certificate, error) {
	block, _ := pem.Decode(raw)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, errors.New("not a certificate")
	}
	return x509.ParseCertificate(block.Bytes)
}
