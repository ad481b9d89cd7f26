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
