package clients

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// The client tries again by itself, as it was told where it was made.
type walls struct{ c *retryablehttp.Client }

func newWalls() *walls {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	c.HTTPClient.Timeout = 30 * time.Second
	return &walls{c}
}

func (s *walls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.lookup(r.Context()); err != nil {
		http.Error(w, "no register", http.StatusBadGateway)
	}
}

func (s *walls) lookup(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := s.c.Do(req) // want `9 attempts of up to 30s, .* and nothing bounds the sum: request of \(\*walls\).ServeHTTP`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The handler puts a limit around it.
type limited struct{ c *retryablehttp.Client }

func newLimited() *limited {
	c := retryablehttp.NewClient()
	c.RetryMax = 8
	c.HTTPClient.Timeout = 30 * time.Second
	return &limited{c}
}

func (s *limited) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Minute)
	defer cancel()
	if err := s.lookup(ctx); err != nil {
		http.Error(w, "no register", http.StatusBadGateway)
	}
}

func (s *limited) lookup(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := s.c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Short attempts, and none known to be set.
type short struct{ few, other *retryablehttp.Client }

func newShort(other *retryablehttp.Client) *short {
	c := retryablehttp.NewClient()
	c.RetryMax = 3
	c.HTTPClient.Timeout = 3 * time.Second
	return &short{c, other}
}

func (s *short) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := retryablehttp.NewRequestWithContext(r.Context(), http.MethodGet, "http://walls/", nil)
	if err != nil {
		return
	}
	if resp, err := s.few.Do(req); err == nil {
		resp.Body.Close()
	}
	if resp, err := s.other.Do(req); err == nil {
		resp.Body.Close()
	}
}

// What is told to the client and the limit of its call stand together.
func together(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 4
	c.HTTPClient.Timeout = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req) // want `5 attempts of up to 10s, and 15s of delays between them, need 1m5s; the deadline set at clients.go:\d+ leaves 15s`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func togetherFits(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	c.HTTPClient.Timeout = 3 * time.Second
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The client serves calls with other limits too.
func (s *short) hurried(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := s.few.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The first pause of the client is longer than the whole lookup.
type patient struct{ c *retryablehttp.Client }

func newPatient() *patient {
	c := retryablehttp.NewClient()
	c.HTTPClient.Timeout = 4 * time.Second
	c.RetryMax = 3
	c.RetryWaitMin = 30 * time.Second
	c.RetryWaitMax = 2 * time.Minute
	return &patient{c: c}
}

func (p *patient) lookup(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := p.c.Do(req) // want `the delay of 30s before the second attempt is not shorter than what there is for all of them; the deadline set at clients.go:\d+ leaves 20s`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (p *patient) long(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://walls/", nil)
	if err != nil {
		return err
	}
	resp, err := p.c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
