package a

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
)

// A deadline for one long poll, and a client that gives up before.
type inbox struct {
	short, long *http.Client
	conn, good  *grpc.ClientConn
}

func newInbox() *inbox {
	conn, err := grpc.NewClient("x", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4), retry.WithPerRetryTimeout(2*time.Second))))
	if err != nil {
		return nil
	}
	good, err := grpc.NewClient("x", grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4), retry.WithPerRetryTimeout(400*time.Millisecond))))
	if err != nil {
		return nil
	}
	return &inbox{short: &http.Client{Timeout: 30 * time.Second}, long: &http.Client{Timeout: 80 * time.Second}, conn: conn, good: good}
}

func (b *inbox) poll(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 70*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := b.short.Do(req) // want `this request gets 1m10s, by the deadline set at client.go:\d+, but its client gives up after 30s, set at client.go:\d+`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (b *inbox) pollLong(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 70*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := b.long.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The deadline is that of several requests.
func (b *inbox) several(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 70*time.Second)
	defer cancel()
	for _, u := range []string{"u", "v"} {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
		if err != nil {
			return err
		}
		resp, err := b.short.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// A net below the client's own timeout.
func (b *inbox) net(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 35*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "u", nil)
	if err != nil {
		return err
	}
	resp, err := b.short.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// One try as long as the whole call.
func (b *inbox) call(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return b.conn.Invoke(ctx, "m", nil, nil) // want `one attempt inside may take 2s, set at client.go:\d+, as long as the whole call with its deadline of 2s, set at client.go:\d+`
}

func (b *inbox) callFits(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return b.good.Invoke(ctx, "m", nil, nil)
}

func dials() *http.Client {
	return &http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			DialContext: (&net.Dialer{
				Timeout: 30 * time.Second, // want `this part of a request may take 30s, but the client's timeout at client.go:\d+ ends the whole request after 5s`
			}).DialContext,
			ResponseHeaderTimeout: 3 * time.Second,
		},
	}
}

func dialsRight() *http.Client {
	return &http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: time.Second}).DialContext,
			ResponseHeaderTimeout: 3 * time.Second,
		},
	}
}

// A transport of its own that asks a second host when the first is silent.
type twice struct{ next http.RoundTripper }

func (t *twice) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err == nil || req.Context().Err() != nil {
		return resp, err
	}
	return t.next.RoundTrip(req.Clone(req.Context()))
}

func around(rt http.RoundTripper) http.RoundTripper { return &twice{next: rt} }

func answerVar() *http.Client {
	tr := &http.Transport{
		ResponseHeaderTimeout: 30 * time.Second, // want `this part of a request may take 30s, but the client's timeout at client.go:\d+ ends the whole request after 10s`
	}
	return &http.Client{Transport: &twice{next: tr}, Timeout: 10 * time.Second}
}

func answerPlain() *http.Client {
	tr := &http.Transport{
		ResponseHeaderTimeout: 30 * time.Second, // want `this part of a request may take 30s`
	}
	return &http.Client{Transport: tr, Timeout: 10 * time.Second}
}

func answerCall() *http.Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 20 * time.Second // want `this part of a request may take 20s`
	return &http.Client{Transport: around(tr), Timeout: 10 * time.Second}
}

func answerSteps() *http.Client {
	base := &http.Transport{
		ResponseHeaderTimeout: time.Minute, // want `this part of a request may take 1m`
	}
	rt := around(base)
	return &http.Client{Transport: rt, Timeout: 10 * time.Second}
}

func answerShort() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 4 * time.Second}
	return &http.Client{Transport: &twice{next: tr}, Timeout: 10 * time.Second}
}

// One client of two has less time: the transport's limit is the other's.
func answerShared() (*http.Client, *http.Client) {
	tr := &http.Transport{ResponseHeaderTimeout: 30 * time.Second}
	return &http.Client{Transport: tr, Timeout: 10 * time.Second}, &http.Client{Transport: tr, Timeout: time.Minute}
}

func answerLater(slow bool) *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 30 * time.Second}
	if !slow {
		tr.ResponseHeaderTimeout = time.Second
	}
	return &http.Client{Transport: tr, Timeout: 10 * time.Second}
}

func answerNoWhole() *http.Client {
	tr := &http.Transport{ResponseHeaderTimeout: 30 * time.Second}
	return &http.Client{Transport: tr}
}

// Copied from the default transport.
func dialsVar() *http.Client {
	tr := &http.Transport{DialContext: (&net.Dialer{Timeout: 30 * time.Second}).DialContext, TLSHandshakeTimeout: 10 * time.Second}
	return &http.Client{Transport: tr, Timeout: 5 * time.Second}
}
