// Package good is a client of the appointment book that several dentists share.
// All calls go through one method, which repeats only reads and calls that the book turned away
// with 429 before it looked at them. A booking whose answer got lost is reported as failed.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Slot is a free time.
type Slot struct {
	Start time.Time `json:"start"`
	Chair int       `json:"chair"`
}

// Appointment is a booked slot.
type Appointment struct {
	ID      string `json:"id"`
	Patient string `json:"patient"`
	Slot    Slot   `json:"slot"`
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("book answered %d", int(e)) }

// Book is the client.
type Book struct {
	hc     *http.Client
	base   string
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewBook expects hc to have a per-request timeout.
func NewBook(hc *http.Client, base string, log *slog.Logger) *Book {
	return &Book{hc: hc, base: base, tries: 4, budget: 30 * time.Second, log: log}
}

// Free lists the free slots of a day.
func (b *Book) Free(ctx context.Context, day string) (slots []Slot, err error) {
	err = b.call(ctx, http.MethodGet, "/free?day="+url.QueryEscape(day), nil, &slots)
	return slots, err
}

// Reserve books the first slot that suits the dentist.
func (b *Book) Reserve(ctx context.Context, patient string, s Slot) (a Appointment, err error) {
	err = b.call(ctx, http.MethodPost, "/appointments", Appointment{Patient: patient, Slot: s}, &a)
	return a, err
}

func (b *Book) call(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	var raw []byte
	if in != nil {
		var err error
		if raw, err = json.Marshal(in); err != nil {
			return fmt.Errorf("encode: %w", err)
		}
	}
	for n := 1; ; n++ {
		err := b.once(ctx, method, path, raw, out)
		if err == nil {
			return nil
		}
		if n == b.tries || ctx.Err() != nil || !repeatable(method, err) {
			return fmt.Errorf("%s %s: %w", method, path, err)
		}
		b.log.Warn("call failed", "method", method, "path", path, "try", n, "err", err)
		select {
		case <-time.After(200*time.Millisecond<<n + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (b *Book) once(ctx context.Context, method, path string, raw []byte, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, b.base+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return statusError(resp.StatusCode)
	}
	return json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(out)
}

// repeatable reports whether a call may be made again after err.
func repeatable(method string, err error) bool {
	var st statusError
	if errors.As(err, &st) && st == http.StatusTooManyRequests {
		return true
	}
	return method == http.MethodGet && passing(err)
}

// passing tells faults that may be gone at the next try.
func passing(err error) bool {
	var st statusError
	if errors.As(err, &st) {
		return st >= 500
	}
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF)
}
