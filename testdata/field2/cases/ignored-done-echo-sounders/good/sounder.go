// Package good asks several echo sounders for the depth and takes the first answer. The
// channel has room for all of them.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Sounder is a remote sounder.
type Sounder struct {
	URL    string
	client *http.Client
}

// NewSounder makes a sounder.
func NewSounder(url string) *Sounder {
	return &Sounder{URL: url, client: &http.Client{Timeout: 4 * time.Second}}
}

func (s *Sounder) depth(ctx context.Context) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	if err != nil {
		return 0, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", s.URL, resp.Status)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(string(raw)), 64)
}

type echo struct {
	metres float64
	err    error
}

// Ship has sounders.
type Ship struct {
	Sounders []*Sounder
}

// Depth returns what the first sounder says.
func (s *Ship) Depth(ctx context.Context) (float64, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	echoes := make(chan echo, len(s.Sounders))
	for _, sd := range s.Sounders {
		go func() {
			m, err := sd.depth(ctx)
			echoes <- echo{m, err}
		}()
	}
	var errs []error
	for range s.Sounders {
		select {
		case e := <-echoes:
			if e.err == nil {
				return e.metres, nil
			}
			errs = append(errs, e.err)
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return 0, errors.Join(errs...)
}
