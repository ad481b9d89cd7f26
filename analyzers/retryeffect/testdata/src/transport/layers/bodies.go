package layers

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// Steady sends a request again whose body can be read again.
type Steady struct{ Next http.RoundTripper }

func (t *Steady) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := t.Next.RoundTrip(req)
		if err == nil || n == 3 || !replayable(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func replayable(req *http.Request) bool {
	return req.Body == nil || req.Body == http.NoBody || req.GetBody != nil
}

// NewSteady returns a Steady.
func NewSteady() *Steady { return &Steady{Next: http.DefaultTransport} }

// Buffered keeps the body.
type Buffered struct{ Next http.RoundTripper }

func (t *Buffered) RoundTrip(req *http.Request) (*http.Response, error) {
	var raw []byte
	if req.Body != nil && req.Body != http.NoBody {
		raw, _ = io.ReadAll(req.Body)
	}
	for n := 1; ; n++ {
		try := req.Clone(req.Context())
		try.Body = io.NopCloser(bytes.NewReader(raw))
		resp, err := t.Next.RoundTrip(try)
		if err == nil || n == 3 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// NewBuffered returns a Buffered.
func NewBuffered() *Buffered { return &Buffered{Next: http.DefaultTransport} }

// Bodiless sends only requests again that have no body.
type Bodiless struct{ Next http.RoundTripper }

func (t *Bodiless) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := t.Next.RoundTrip(req)
		if err == nil || n == 3 || !(req.Body == nil || req.Body == http.NoBody) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// NewBodiless returns a Bodiless.
func NewBodiless() *Bodiless { return &Bodiless{Next: http.DefaultTransport} }

// Straight sends what has a body straight on.
type Straight struct{ Next http.RoundTripper }

func (t *Straight) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil && req.Body != http.NoBody {
		return t.Next.RoundTrip(req)
	}
	for n := 1; ; n++ {
		resp, err := t.Next.RoundTrip(req)
		if err == nil || n == 3 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// NewStraight returns a Straight.
func NewStraight() *Straight { return &Straight{Next: http.DefaultTransport} }
