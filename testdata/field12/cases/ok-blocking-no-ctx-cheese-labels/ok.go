// Package ok has labels printed for cheeses. The requests are made with http.NewRequest,
// which knows no context, by a function that also serves to sign them; print attaches the
// caller's context to each before it is sent.
package ok

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const printLimit = 10 * time.Second

// Label is what is printed.
type Label struct {
	Cheese string `json:"cheese"`
	Months int    `json:"months"`
}

// Printer is a client of the printing service.
type Printer struct {
	base   string
	secret []byte
	hc     *http.Client
}

// NewPrinter returns a client of the service at base.
func NewPrinter(base string, secret []byte) *Printer {
	return &Printer{base: base, secret: secret, hc: &http.Client{Timeout: printLimit}}
}

func (p *Printer) signed(l Label) (*http.Request, error) {
	body, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("encode label: %w", err)
	}
	req, err := http.NewRequest(http.MethodPut, p.base+"/labels/"+url.PathEscape(l.Cheese), bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("build request: %w", err)
	}
	mac := hmac.New(sha256.New, p.secret)
	mac.Write(body)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))
	return req, nil
}

// Print prints one label.
func (p *Printer) Print(ctx context.Context, l Label) error {
	req, err := p.signed(l)
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("print label of %s: %w", l.Cheese, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("print label of %s: status %d", l.Cheese, resp.StatusCode)
	}
	return nil
}

// Dairy orders labels over HTTP.
type Dairy struct {
	printer *Printer
	log     *slog.Logger
}

// ServeHTTP prints the label of one cheese.
func (d *Dairy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l := Label{Cheese: r.PathValue("cheese"), Months: 6}
	if err := d.printer.Print(r.Context(), l); err != nil {
		d.log.ErrorContext(r.Context(), "label", "err", err)
		http.Error(w, "label not printed", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
