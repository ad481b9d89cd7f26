// Package good forwards readings of a gateway to the head office.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield5/cases/retry-hygiene-float-overflow/good/delay"
)

// Reading is one measured value.
type Reading struct {
	Meter string    `json:"meter"`
	At    time.Time `json:"at"`
	KWh   float64   `json:"kwh"`
}

// Spool keeps readings on disk until they are dropped.
type Spool interface {
	Next(ctx context.Context) (Reading, error)
	Drop(Reading) error
}

var errRejected = errors.New("rejected")

// Forwarder drains a spool for as long as the gateway runs; the office keeps one reading
// per meter and time.
type Forwarder struct {
	spool Spool
	hc    *http.Client
	url   string
	pause delay.Growing
	log   *slog.Logger
}

// New returns a Forwarder to url.
func New(spool Spool, url string, log *slog.Logger) *Forwarder {
	return &Forwarder{
		spool: spool,
		hc:    &http.Client{Timeout: 15 * time.Second},
		url:   url,
		pause: delay.Growing{Base: time.Second, Limit: 10 * time.Minute, Factor: 2.5},
		log:   log,
	}
}

// Run works until ctx ends or the spool is broken.
func (f *Forwarder) Run(ctx context.Context) error {
	for {
		r, err := f.spool.Next(ctx)
		if err != nil {
			return err
		}
		for failures := 0; ; failures++ {
			err := f.put(ctx, r)
			if errors.Is(err, errRejected) {
				f.log.Error("reading dropped", "meter", r.Meter, "err", err)
				break
			}
			if err == nil {
				break
			}
			d := f.pause.After(failures)
			f.log.Warn("office not reachable", "failures", failures+1, "next", d, "err", err)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(d):
			}
		}
		if err := f.spool.Drop(r); err != nil {
			return err
		}
	}
}

func (f *Forwarder) put(ctx context.Context, r Reading) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return errors.Join(errRejected, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, f.url+"/"+r.Meter+"/"+r.At.UTC().Format(time.RFC3339), bytes.NewReader(raw))
	if err != nil {
		return errors.Join(errRejected, err)
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode/100 == 2:
		return nil
	case resp.StatusCode == http.StatusBadRequest || resp.StatusCode == http.StatusUnprocessableEntity:
		return errRejected
	}
	return errors.New(resp.Status)
}
