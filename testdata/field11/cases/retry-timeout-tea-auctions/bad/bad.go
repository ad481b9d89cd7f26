// Package bad reads the results of tea auctions through a transport that repeats failed requests.
// The client's Timeout covers all attempts and the pauses between them, and it is as long as the
// limit of one: the first attempt that gets no answer leaves no time for a second.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	connectLimit = time.Second     // for TCP, and again for TLS
	answerLimit  = 4 * time.Second // for the header of one answer
	tries        = 3
	pause        = 300 * time.Millisecond
)

// Lot is a sold chest of tea.
type Lot struct {
	Garden string `json:"garden"`
	Pence  int    `json:"pence"`
}

// Auctions is a client of the auction house.
type Auctions struct {
	base   string
	client *http.Client
}

// NewAuctions returns a client of the auction house at base.
func NewAuctions(base string) *Auctions {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = (&net.Dialer{Timeout: connectLimit}).DialContext
	t.TLSHandshakeTimeout = connectLimit
	t.ResponseHeaderTimeout = answerLimit // OR retry-timeout
	return &Auctions{
		base: base,
		client: &http.Client{
			Transport: &again{next: t}, // OR retry-timeout
			Timeout:   answerLimit,     // EXPECT retry-timeout
		},
	}
}

// Lots returns what was sold on a day.
func (a *Auctions) Lots(ctx context.Context, day string) ([]Lot, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/lots?day="+url.QueryEscape(day), nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("lots of %s: %w", day, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("lots of %s: %s", day, resp.Status)
	}
	var lots []Lot
	if err := json.NewDecoder(io.LimitReader(resp.Body, 8<<20)).Decode(&lots); err != nil {
		return nil, fmt.Errorf("lots of %s: %w", day, err)
	}
	return lots, nil
}

// again repeats GET requests that got no answer or that of an overloaded server.
type again struct{ next http.RoundTripper }

func (a *again) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return a.next.RoundTrip(req)
	}
	for try := 1; ; try++ { // OR retry-timeout
		resp, err := a.next.RoundTrip(req)
		if try == tries || req.Context().Err() != nil {
			return resp, err
		}
		if err == nil {
			if resp.StatusCode < 500 {
				return resp, nil
			}
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10))
			err = errors.Join(fmt.Errorf("server answered %s", resp.Status), resp.Body.Close())
		}
		select {
		case <-req.Context().Done():
			return nil, errors.Join(req.Context().Err(), err)
		case <-time.After(time.Duration(try)*pause + rand.N(pause)):
		}
	}
}
