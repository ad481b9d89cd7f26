package transports

import (
	"net/http"
	"time"

	"transports/wire"
)

func newAgain(next http.RoundTripper) *again {
	if next == nil {
		next = http.DefaultTransport
	}
	return &again{next: next}
}

func made() *http.Client {
	return &http.Client{
		Transport: newAgain(http.DefaultTransport),
		Timeout:   5 * time.Second, // want `this limit covers all attempts, while nothing limits one`
	}
}

func madeByDefault() *http.Client {
	return &http.Client{
		Transport: newAgain(nil),
		Timeout:   5 * time.Second, // want `this limit covers all attempts, while nothing limits one`
	}
}

func madeAround() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 2 * time.Second}
	return &http.Client{
		Transport: newAgain(tr),
		Timeout:   5 * time.Second, // want `3 attempts of up to 2s, and 300ms of delays between them, need 6.3s`
	}
}

func madeLonger() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 2 * time.Second}
	return &http.Client{Transport: newAgain(tr), Timeout: 10 * time.Second}
}

func madeOf(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: newAgain(next), Timeout: 5 * time.Second}
}

func elsewhere() *http.Client {
	return &http.Client{
		Transport: wire.New(nil),
		Timeout:   30 * time.Second, // want `4 attempts of up to 20s need 1m20s`
	}
}

func elsewhereLonger() *http.Client {
	return &http.Client{Transport: wire.New(nil), Timeout: 2 * time.Minute}
}

// What is given has another limit than the default.
func elsewhereGiven() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 5 * time.Second}
	return &http.Client{Transport: wire.New(tr), Timeout: 30 * time.Second}
}

func elsewhereShort() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 10 * time.Second}
	return &http.Client{
		Transport: wire.New(tr),
		Timeout:   30 * time.Second, // want `4 attempts of up to 10s need 40s`
	}
}

func elsewhereBare() *http.Client {
	return &http.Client{
		Transport: wire.Around(http.DefaultTransport, 3),
		Timeout:   30 * time.Second, // want `tries up to 3 times, and this limit covers all attempts, while nothing limits one`
	}
}

func elsewhereUnknown(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: wire.Around(next, 3), Timeout: 30 * time.Second}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func withAgain(next http.RoundTripper, n int) http.RoundTripper {
	return roundTrip(func(r *http.Request) (resp *http.Response, err error) {
		for range n {
			if resp, err = next.RoundTrip(r); err == nil {
				return resp, nil
			}
			time.Sleep(100 * time.Millisecond)
		}
		return nil, err
	})
}

func literal() *http.Client {
	return &http.Client{
		Transport: withAgain(&http.Transport{ResponseHeaderTimeout: 8 * time.Second}, 3),
		Timeout:   10 * time.Second, // want `3 attempts of up to 8s`
	}
}

func literalBare() *http.Client {
	return &http.Client{
		Transport: withAgain(http.DefaultTransport, 3),
		Timeout:   10 * time.Second, // want `while nothing limits one`
	}
}

func literalLonger() *http.Client {
	return &http.Client{Transport: withAgain(&http.Transport{ResponseHeaderTimeout: 8 * time.Second}, 3), Timeout: 30 * time.Second}
}

func literalOf(next http.RoundTripper) *http.Client {
	return &http.Client{Transport: withAgain(next, 3), Timeout: 10 * time.Second}
}
