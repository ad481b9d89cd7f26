// Package ok shows the temperature of a reef, read from one of its buoys. Neither the client
// nor its hand-made transport has a timeout; they are used in one place only, where every
// request has a context with a limit, so a silent buoy costs at most that.
package ok

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

const (
	longest = 20 * time.Second
	usual   = 5 * time.Second
)

// Reading is what a buoy measures.
type Reading struct {
	Celsius float64 `json:"celsius"`
	Battery float64 `json:"battery"`
}

// Reef shows the buoys of one reef.
type Reef struct {
	buoys map[string]string
	hc    *http.Client
	log   *slog.Logger
}

// NewReef returns the reef with its buoys, given as name and URL.
func NewReef(buoys map[string]string, conf *tls.Config, log *slog.Logger) *Reef {
	tr := &http.Transport{TLSClientConfig: conf, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute}
	return &Reef{buoys: buoys, hc: &http.Client{Transport: tr}, log: log}
}

// ServeHTTP answers with the reading of one buoy.
func (f *Reef) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("buoy")
	url, ok := f.buoys[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), limit(r))
	defer cancel()
	reading, err := f.read(ctx, url)
	if err != nil {
		f.log.WarnContext(r.Context(), "read buoy", "buoy", name, "err", err)
		http.Error(w, "buoy does not answer", http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "reef_celsius{buoy=%q} %g\nreef_battery{buoy=%q} %g\n", name, reading.Celsius, name, reading.Battery)
}

func (f *Reef) read(ctx context.Context, url string) (Reading, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return Reading{}, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return Reading{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Reading{}, fmt.Errorf("status %d", resp.StatusCode)
	}
	var reading Reading
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&reading); err != nil {
		return Reading{}, fmt.Errorf("decode reading: %w", err)
	}
	return reading, nil
}

// limit is what the scraper allows for this scrape, in seconds, within reason.
func limit(r *http.Request) time.Duration {
	seconds, err := strconv.ParseFloat(r.Header.Get("X-Scrape-Timeout-Seconds"), 64)
	if err != nil || !(seconds > 0) {
		return usual
	}
	return time.Duration(min(seconds, longest.Seconds()) * float64(time.Second))
}
