// Package wire makes transports that try again.
package wire

import (
	"net/http"
	"time"
)

type again struct {
	next  http.RoundTripper
	tries int
}

func (t *again) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for range t.tries {
		if resp, err = t.next.RoundTrip(r); err == nil {
			return resp, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

// New puts one around next, or around one that gives an answer 20s.
func New(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		tr := http.DefaultTransport.(*http.Transport).Clone()
		tr.ResponseHeaderTimeout = 20 * time.Second
		next = tr
	}
	return &again{next: next, tries: 4}
}

// Around puts one around next.
func Around(next http.RoundTripper, tries int) http.RoundTripper {
	return &again{next: next, tries: tries}
}
