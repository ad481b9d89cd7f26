// Package ok appends entries to the register of a quay, which is kept by a remote service.
// It is right although the POST is sent again after any failure that passes: an append names
// the offset it wants to go to. The service takes it only there, and answers an append
// that it already has, at that offset and with that sum, as if it were new.
package ok

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// ErrForked means that somebody else wrote to the register.
var ErrForked = errors.New("register has other entries")

// Entry is a ship that came or went.
type Entry struct {
	Ship string    `json:"ship"`
	In   bool      `json:"in"`
	At   time.Time `json:"at"`
}

// Register appends to one register. It is its only writer.
type Register struct {
	hc     *http.Client
	url    string
	tries  int
	budget time.Duration

	turn   chan struct{} // holds a token while nobody appends
	offset int64
}

// NewRegister appends to the register at url, which ends at offset. It expects hc to have a
// timeout for each request.
func NewRegister(hc *http.Client, url string, offset int64) *Register {
	r := &Register{hc: hc, url: url, tries: 4, budget: 20 * time.Second, turn: make(chan struct{}, 1), offset: offset}
	r.turn <- struct{}{}
	return r
}

// Append adds an entry at the end.
func (r *Register) Append(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	raw, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("encode entry: %w", err)
	}
	select {
	case <-r.turn:
		defer func() { r.turn <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	at := r.offset
	for n := 1; ; n++ {
		again, err := r.post(ctx, at, raw)
		if err == nil {
			r.offset += int64(len(raw))
			return nil
		}
		if !again || n == r.tries {
			return fmt.Errorf("append %s at %d: %w", e.Ship, at, err)
		}
		select {
		case <-time.After(150*time.Millisecond<<n + rand.N(150*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("append %s at %d: %w", e.Ship, at, errors.Join(err, ctx.Err()))
		}
	}
}

// post reports whether a failed append may be sent again.
func (r *Register) post(ctx context.Context, at int64, raw []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url, bytes.NewReader(raw))
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(raw)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Register-Offset", strconv.FormatInt(at, 10))
	req.Header.Set("Register-Sum", hex.EncodeToString(sum[:]))
	resp, err := r.hc.Do(req)
	if err != nil {
		return true, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNoContent:
		return false, nil
	case resp.StatusCode == http.StatusConflict:
		return false, ErrForked
	default:
		return resp.StatusCode >= 500, errors.New(resp.Status)
	}
}
