// Package ok passes live radio plays through. The client has no Timeout on purpose: that would
// cut a play in the middle. Dial, handshake and the wait for headers are limited in the
// transport, and the request carries the listener's context, which ends the play with him.
package ok

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	chunk     = 16 << 10
	slowest   = 10 * time.Second
	openLimit = 5 * time.Second
)

// Relay passes plays of a studio to listeners.
type Relay struct {
	studio *url.URL
	hc     *http.Client
	log    *slog.Logger
}

// NewRelay returns a relay of the studio.
func NewRelay(studio *url.URL, log *slog.Logger) *Relay {
	dialer := &net.Dialer{Timeout: openLimit, KeepAlive: 15 * time.Second}
	return &Relay{studio: studio, log: log, hc: &http.Client{
		Transport: &http.Transport{
			DialContext:           dialer.DialContext,
			TLSHandshakeTimeout:   openLimit,
			ResponseHeaderTimeout: openLimit,
			IdleConnTimeout:       time.Minute,
			MaxConnsPerHost:       64,
		},
	}}
}

// ServeHTTP passes one play through.
func (p *Relay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	play := p.studio.JoinPath("plays", r.PathValue("play"))
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, play.String(), nil)
	if err != nil {
		http.Error(w, "no such play", http.StatusBadRequest)
		return
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		p.log.WarnContext(r.Context(), "studio", "err", err)
		http.Error(w, "studio is dark", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		http.Error(w, "no such play", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	if err := pass(w, resp.Body); err != nil && r.Context().Err() == nil {
		p.log.WarnContext(r.Context(), "play broke off", "err", err)
	}
}

// pass copies until the play is over; a listener who takes nothing is dropped.
func pass(w http.ResponseWriter, play io.Reader) error {
	out := http.NewResponseController(w)
	buf := make([]byte, chunk)
	for {
		n, err := play.Read(buf)
		if n > 0 {
			if err := out.SetWriteDeadline(time.Now().Add(slowest)); err != nil {
				return fmt.Errorf("deadline: %w", err)
			}
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
