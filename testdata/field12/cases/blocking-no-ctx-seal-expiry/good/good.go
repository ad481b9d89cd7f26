// Package good tells when the certificate of a partner's shop runs out. Dialling and the
// handshake are bound to the request's context and to a few seconds.
package good

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

const dialLimit = 5 * time.Second

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
	until, err := expiry(r.Context(), host)
	if err != nil {
		d.log.WarnContext(r.Context(), "certificate", "partner", partner, "err", err)
		http.Error(w, "shop does not answer", http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, until.Format(time.RFC3339))
}

// expiry returns the end of the validity of the host's certificate.
func expiry(ctx context.Context, host string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	dialer := tls.Dialer{Config: &tls.Config{ServerName: host}}
	raw, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(host, "443"))
	if err != nil {
		return time.Time{}, fmt.Errorf("dial %s: %w", host, err)
	}
	defer raw.Close()
	conn, ok := raw.(*tls.Conn)
	if !ok {
		return time.Time{}, errNoCertificate
	}
	chain := conn.ConnectionState().PeerCertificates
	if len(chain) == 0 {
		return time.Time{}, errNoCertificate
	}
	return chain[0].NotAfter, nil
}
