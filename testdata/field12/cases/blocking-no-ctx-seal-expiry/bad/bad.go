// Package bad tells when the certificate of a partner's shop runs out. The handler dials with
// tls.Dial, which has no time limit and no context: a host that accepts the connection and
// never answers the handshake keeps the request for ever.
package bad

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

var errNoCertificate = errors.New("no certificate presented")

// Partners knows the hosts of partner shops.
type Partners interface {
	Host(ctx context.Context, partner string) (string, error)
}

// Desk answers questions about partner shops.
type Desk struct {
	partners Partners
	log      *slog.Logger
}

// Routes mounts the desk.
func (d *Desk) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/partners/{partner}/certificate", d.certificate)
	return r
}

func (d *Desk) certificate(w http.ResponseWriter, r *http.Request) {
	partner := chi.URLParam(r, "partner")
	host, err := d.partners.Host(r.Context(), partner)
	if err != nil {
		http.Error(w, "unknown partner", http.StatusNotFound)
		return
	}
	until, err := expiry(host) // OR blocking-no-ctx
	if err != nil {
		d.log.WarnContext(r.Context(), "certificate", "partner", partner, "err", err)
		http.Error(w, "shop does not answer", http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, until.Format(time.RFC3339))
}

// expiry returns the end of the validity of the host's certificate.
func expiry(host string) (time.Time, error) {
	conn, err := tls.Dial("tcp", net.JoinHostPort(host, "443"), &tls.Config{ServerName: host}) // EXPECT blocking-no-ctx
	if err != nil {
		return time.Time{}, fmt.Errorf("dial %s: %w", host, err)
	}
	defer conn.Close()
	chain := conn.ConnectionState().PeerCertificates
	if len(chain) == 0 {
		return time.Time{}, errNoCertificate
	}
	return chain[0].NotAfter, nil
}
