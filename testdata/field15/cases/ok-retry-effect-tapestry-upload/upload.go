// Package upload puts photographs of tapestries into an object store.
package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	putTries  = 4
	putBudget = 3 * time.Minute
	maxPhoto  = 40 << 20
)

// refusal is an answer that another attempt would not change.
type refusal struct{ status string }

func (r refusal) Error() string { return "store refused: " + r.status }

// Store is a client of the object store; hc has a timeout for each request.
type Store struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// Put stores a photograph under its hash and returns the hash.
func (s *Store) Put(ctx context.Context, photo io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, putBudget)
	defer cancel()

	raw, err := io.ReadAll(io.LimitReader(photo, maxPhoto+1))
	if err != nil {
		return "", fmt.Errorf("read photo: %w", err)
	}
	if len(raw) > maxPhoto {
		return "", errors.New("photo too large")
	}
	sum := sha256.Sum256(raw)
	name := hex.EncodeToString(sum[:])
	body := bytes.NewReader(raw)

	for n := 1; ; n++ {
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
		err := s.put(ctx, name, body)
		if err == nil {
			return name, nil
		}
		var no refusal
		if n == putTries || ctx.Err() != nil || errors.As(err, &no) {
			return "", fmt.Errorf("put %s: %w", name, err)
		}
		s.log.Warn("photo not stored", "name", name, "try", n, "err", err)
		select {
		case <-time.After(500*time.Millisecond<<n + rand.N(500*time.Millisecond)):
		case <-ctx.Done():
			return "", errors.Join(err, ctx.Err())
		}
	}
}

func (s *Store) put(ctx context.Context, name string, body *bytes.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/photos/"+name, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "image/tiff")
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests:
		return refusal{resp.Status}
	}
	return fmt.Errorf("store answered %s", resp.Status)
}
