// Package bad has documents sealed by a notary that allows a few a second. Waiting for one's
// turn is a plain sleep: when many documents come at once, requests sleep out their place in
// the queue long after their clients have left, and use the quota up for nothing.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

var errRefused = errors.New("notary refused the document")

// Notary seals documents; it takes a few a second from us.
type Notary struct {
	base  string
	http  *http.Client
	quota *rate.Limiter
}

// NewNotary returns a client of the notary at base.
func NewNotary(base string, perSecond float64) *Notary {
	return &Notary{
		base:  base,
		http:  &http.Client{Timeout: 10 * time.Second},
		quota: rate.NewLimiter(rate.Limit(perSecond), 1),
	}
}

// Seal returns the seal of a document.
func (n *Notary) Seal(ctx context.Context, document []byte) (string, error) {
	if err := n.turn(ctx); err != nil { // OR blocking-no-ctx // OR ignored-done
		return "", err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, n.base+"/seals", bytes.NewReader(document))
	if err != nil {
		return "", err
	}
	resp, err := n.http.Do(req)
	if err != nil {
		return "", fmt.Errorf("seal: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	var out struct {
		Seal string `json:"seal"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return "", fmt.Errorf("decode seal: %w", err)
	}
	return out.Seal, nil
}

// turn waits until the quota allows one more document.
func (n *Notary) turn(ctx context.Context) error { // OR blocking-no-ctx
	if err := ctx.Err(); err != nil {
		return err
	}
	r := n.quota.Reserve()
	if !r.OK() {
		return errors.New("notary quota is zero")
	}
	time.Sleep(r.Delay()) // EXPECT blocking-no-ctx // OR ignored-done
	return nil
}

// Office is the endpoint that clerks send documents to.
type Office struct {
	notary *Notary
	log    *slog.Logger
}

// ServeHTTP seals one document.
func (o *Office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	document, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4<<20))
	if err != nil {
		http.Error(w, "document too large", http.StatusBadRequest)
		return
	}
	seal, err := o.notary.Seal(r.Context(), document)
	if err != nil {
		o.log.ErrorContext(r.Context(), "seal", "err", err)
		http.Error(w, "no seal", http.StatusBadGateway)
		return
	}
	fmt.Fprintln(w, seal)
}
