// Package good is the client of a storm-warning service that limits the request rate.
// After 429 the request is sent again with a body that its GetBody makes anew.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	maxThrottled = 4
	longestWait  = 20 * time.Second
	callBudget   = 2 * time.Minute
)

// Notice is a warning for a district; putting it again changes nothing.
type Notice struct {
	District string    `json:"district"`
	Level    int       `json:"level"`
	Until    time.Time `json:"until"`
}

// Service is a client of the warning service.
type Service struct {
	hc   *http.Client
	base string
	sent atomic.Int64 // bytes on the line, for the bill
}

// NewService expects hc to have a per-request timeout.
func NewService(hc *http.Client, base string) *Service {
	return &Service{hc: hc, base: base}
}

// Put publishes the notice of a district, in place of an earlier one.
func (s *Service) Put(ctx context.Context, n Notice) error {
	ctx, cancel := context.WithTimeout(ctx, callBudget)
	defer cancel()
	raw, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode notice: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/notices/"+url.PathEscape(n.District), s.metered(raw))
	if err != nil {
		return fmt.Errorf("build request: %w", err)
	}
	req.ContentLength = int64(len(raw))
	req.GetBody = func() (io.ReadCloser, error) { return s.metered(raw), nil }
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.send(req)
	if err != nil {
		return fmt.Errorf("put notice for %s: %w", n.District, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("put notice for %s: %s", n.District, resp.Status)
	}
	return nil
}

// Sent returns the number of bytes sent so far.
func (s *Service) Sent() int64 { return s.sent.Load() }

// metered returns a body that counts what is read from it.
func (s *Service) metered(raw []byte) io.ReadCloser {
	return &meter{src: bytes.NewReader(raw), sent: &s.sent}
}

type meter struct {
	src  io.Reader
	sent *atomic.Int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.src.Read(p)
	m.sent.Add(int64(n))
	return n, err
}

func (m *meter) Close() error { return nil }

// send sends req and obeys the rate limit.
func (s *Service) send(req *http.Request) (*http.Response, error) {
	for n := 0; ; n++ {
		if n > 0 {
			body, err := req.GetBody()
			if err != nil {
				return nil, fmt.Errorf("rewind body: %w", err)
			}
			req.Body = body
		}
		resp, err := s.hc.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || n == maxThrottled {
			return resp, nil
		}
		wait := pause(resp)
		_, _ = io.CopyN(io.Discard, resp.Body, 16<<10)
		_ = resp.Body.Close()
		select {
		case <-time.After(wait):
		case <-req.Context().Done():
			return nil, errors.Join(errors.New("throttled"), req.Context().Err())
		}
	}
}

// pause reads how long the service wants to be left alone.
func pause(resp *http.Response) time.Duration {
	wait := 2 * time.Second
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s > 0 {
		wait = min(time.Duration(s)*time.Second, longestWait)
	}
	return wait + rand.N(500*time.Millisecond)
}
