// Package ok hands the live readings of an observatory on to a browser. The client has no
// Timeout, and it is right: a Timeout would cut a stream that is well. The phases before the
// first byte have limits, and the stream itself ends with the browser's request.
package ok

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"
)

const maxLine = 64 << 10

// Relay hands streams on.
type Relay struct {
	observatory string
	stream      *http.Client
	log         *slog.Logger
}

// NewRelay hands on what comes from the observatory at a URL.
func NewRelay(observatory string, log *slog.Logger) *Relay {
	return &Relay{
		observatory: observatory,
		log:         log,
		stream: &http.Client{Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 4 * time.Second}).DialContext,
			TLSHandshakeTimeout:   4 * time.Second,
			ResponseHeaderTimeout: 6 * time.Second,
			IdleConnTimeout:       time.Minute,
		}},
	}
}

// ServeHTTP streams the readings of one comet.
func (l *Relay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	comet := r.PathValue("comet")
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, l.observatory+"/live/"+url.PathEscape(comet), nil)
	if err != nil {
		http.Error(w, "no such comet", http.StatusBadRequest)
		return
	}
	resp, err := l.stream.Do(req)
	if err != nil {
		l.log.Warn("no stream", "comet", comet, "err", err)
		http.Error(w, "observatory not available", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		http.Error(w, "observatory not available", http.StatusBadGateway)
		return
	}

	flush := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if _, err := fmt.Fprintf(w, "data: %s\n\n", lines.Bytes()); err != nil {
			return
		}
		if err := flush.Flush(); err != nil {
			return
		}
	}
	if err := lines.Err(); err != nil && r.Context().Err() == nil {
		l.log.Warn("stream broke", "comet", comet, "err", err)
	}
}
