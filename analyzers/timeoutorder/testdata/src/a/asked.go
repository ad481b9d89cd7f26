package a

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	callTimeout = 10 * time.Second
	claimWait   = 30 * time.Second
	shortWait   = 5 * time.Second
)

type lofts struct {
	base   string
	client *http.Client
	made   *http.Client
}

func newLofts(base string) *lofts {
	return &lofts{base: base, client: &http.Client{Timeout: callTimeout}, made: newPatient()}
}

func newPatient() *http.Client {
	c := http.DefaultTransport
	return &http.Client{Transport: c, Timeout: 20 * time.Second}
}

func (l *lofts) claim(ctx context.Context) (int, error) {
	return l.send(ctx, url.Values{"wait": {claimWait.String()}}) // want `the server is asked to wait for up to 30s, but the client hangs up after 10s \(asked.go:\d+\)`
}

func (l *lofts) claimShort(ctx context.Context) (int, error) {
	return l.send(ctx, url.Values{"wait": {shortWait.String()}})
}

// No wait for an answer: when what is claimed runs out.
func (l *lofts) claimUntil(ctx context.Context) (int, error) {
	return l.send(ctx, url.Values{"expires": {claimWait.String()}})
}

func (l *lofts) send(ctx context.Context, q url.Values) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, l.base+"?"+q.Encode(), nil)
	if err != nil {
		return 0, err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (l *lofts) poll(ctx context.Context, version int) error {
	q := url.Values{}
	q.Set("since", strconv.Itoa(version))
	q.Set("wait", strconv.Itoa(int(claimWait.Seconds()))) // want `the server is asked to wait for up to 30s, but the client hangs up after 20s`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := l.made.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The limit is made from the wait.
func (l *lofts) pollRight(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, shortWait+2*time.Second)
	defer cancel()
	q := url.Values{"wait": {strconv.Itoa(int(shortWait / time.Second))}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := l.made.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *lofts) pollUnder(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	q := url.Values{"wait": {strconv.Itoa(int(shortWait / time.Second))}} // want `the server is asked to wait for up to 5s, but the client hangs up after 3s`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := l.made.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A client of which nothing is known.
func pollWith(ctx context.Context, c *http.Client, base string) error {
	q := url.Values{"wait": {claimWait.String()}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"?"+q.Encode(), nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
