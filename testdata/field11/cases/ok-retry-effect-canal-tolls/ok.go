// Package ok books tolls of boats with a canal office over HTTP.
// It is right although a POST is repeated after timeouts and 5xx: the request id is drawn once, before
// the loop, and every attempt carries it. The office answers a known id with the first booking.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

const requestIDHeader = "X-Request-Id"

// Toll is what a boat pays at a lock.
type Toll struct {
	Boat  string `json:"boat"`
	Lock  string `json:"lock"`
	Cents int64  `json:"cents"`
}

var errFinal = errors.New("office refused the toll")

// Office is a client of the canal office.
type Office struct {
	hc     *http.Client
	base   string
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewOffice expects hc to have a per-request timeout.
func NewOffice(hc *http.Client, base string, log *slog.Logger) *Office {
	return &Office{hc: hc, base: base, tries: 4, budget: 40 * time.Second, log: log}
}

// Book books a toll and returns the number of the receipt.
func (o *Office) Book(ctx context.Context, t Toll) (string, error) {
	raw, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("encode toll: %w", err)
	}
	var receipt struct {
		Number string `json:"number"`
	}
	if err := o.post(ctx, "/tolls", raw, &receipt); err != nil {
		return "", fmt.Errorf("book toll of %s: %w", t.Boat, err)
	}
	return receipt.Number, nil
}

// post sends one logical request in up to o.tries attempts.
func (o *Office) post(ctx context.Context, path string, raw []byte, into any) error {
	ctx, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set(requestIDHeader, uuid.NewString())
	for n := 1; ; n++ {
		err := o.once(ctx, path, header, raw, into)
		if err == nil || errors.Is(err, errFinal) || n == o.tries || ctx.Err() != nil {
			return err
		}
		o.log.Warn("canal office did not answer", "id", header.Get(requestIDHeader), "try", n, "err", err)
		d := 250 * time.Millisecond << n
		select {
		case <-time.After(d/2 + rand.N(d)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (o *Office) once(ctx context.Context, path string, header http.Header, raw []byte, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.base+path, bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%w: build request: %w", errFinal, err)
	}
	req.Header = header.Clone()
	resp, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("office answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}
