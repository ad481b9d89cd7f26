// Package bad looks at the certificates of harbour offices. The handshake runs in a goroutine, so that
// the inspector can leave when the context ends. Nobody interrupts the handshake: against an office
// that accepts and says nothing, goroutine and connection stay for ever.
package bad

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"
)

// Seal is what an office shows.
type Seal struct {
	Office string
	Names  []string
	Until  time.Time
}

var errBare = errors.New("office shows no certificate")

// Inspector looks at offices.
type Inspector struct {
	dialer net.Dialer
	roots  *x509.CertPool
}

// NewInspector returns an inspector that trusts roots.
func NewInspector(roots *x509.CertPool) *Inspector {
	return &Inspector{dialer: net.Dialer{Timeout: 5 * time.Second}, roots: roots}
}

// Inspect returns the seal of an office.
func (i *Inspector) Inspect(ctx context.Context, office string) (*Seal, error) {
	raw, err := i.dialer.DialContext(ctx, "tcp", net.JoinHostPort(office, "443"))
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", office, err)
	}
	conn := tls.Client(raw, &tls.Config{ServerName: office, RootCAs: i.roots})
	shaken := make(chan error, 1)
	go func() { shaken <- conn.Handshake() }() // EXPECT ignored-done // OR blocking-no-ctx
	select {
	case err := <-shaken:
		defer raw.Close()
		if err != nil {
			return nil, fmt.Errorf("handshake with %s: %w", office, err)
		}
	case <-ctx.Done():
		return nil, fmt.Errorf("handshake with %s: %w", office, ctx.Err()) // OR ignored-done
	}
	certs := conn.ConnectionState().PeerCertificates
	if len(certs) == 0 {
		return nil, errBare
	}
	return &Seal{Office: office, Names: certs[0].DNSNames, Until: certs[0].NotAfter}, nil
}
