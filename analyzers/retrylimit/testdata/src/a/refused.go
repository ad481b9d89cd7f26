package a

import (
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

type signer struct {
	next  http.RoundTripper
	token string
	tries int
}

func (s *signer) send(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Authorization", s.token)
	return s.next.RoundTrip(out)
}

func (s *signer) renew() error { s.token = "new"; return nil }

// A refusal for good is sent again without end.
func (s *signer) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.send(req)
	for err == nil && resp.StatusCode == http.StatusUnauthorized { // want `this loop goes on for as long as err == nil && resp.StatusCode == http.StatusUnauthorized`
		resp.Body.Close()
		if err = s.renew(); err != nil {
			return nil, err
		}
		resp, err = s.send(req)
	}
	return resp, err
}

func (s *signer) once(req *http.Request) (*http.Response, error) {
	resp, err := s.send(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		resp.Body.Close()
		if err = s.renew(); err != nil {
			return nil, err
		}
		resp, err = s.send(req)
	}
	return resp, err
}

func (s *signer) counted(req *http.Request) (*http.Response, error) {
	n := 0
	resp, err := s.send(req)
	for err == nil && resp.StatusCode == http.StatusUnauthorized {
		if n++; n > 2 {
			break
		}
		resp, err = s.send(req)
	}
	return resp, err
}

func (s *signer) renewFewTimes() error {
	s.tries++
	return nil
}

// What renews may count.
func (s *signer) countedThere(req *http.Request) (*http.Response, error) {
	resp, err := s.send(req)
	for err == nil && resp.StatusCode == http.StatusUnauthorized {
		if err = s.renewFewTimes(); err != nil {
			return nil, err
		}
		resp, err = s.send(req)
	}
	return resp, err
}

// It waits until something is there, or it may go on.
func (s *signer) until(req *http.Request) (*http.Response, error) {
	resp, err := s.send(req)
	for err == nil && resp.StatusCode == http.StatusNotFound {
		time.Sleep(time.Second)
		resp, err = s.send(req)
	}
	for err == nil && resp.StatusCode == http.StatusTooManyRequests {
		time.Sleep(time.Second)
		resp, err = s.send(req)
	}
	return resp, err
}

// The status is told by a method.
func (s *signer) rest(c *resty.Client, u string) (*resty.Response, error) {
	resp, err := c.R().SetHeader("Authorization", s.token).Get(u)
	for err == nil && resp.StatusCode() == http.StatusForbidden { // want `this loop goes on for as long as err == nil && resp.StatusCode\(\) == http.StatusForbidden`
		if err = s.renew(); err != nil {
			return nil, err
		}
		resp, err = c.R().SetHeader("Authorization", s.token).Get(u)
	}
	return resp, err
}

func (s *signer) restUntil(c *resty.Client, u string) (*resty.Response, error) {
	resp, err := c.R().Get(u)
	for err == nil && resp.StatusCode() == http.StatusGone {
		time.Sleep(time.Second)
		resp, err = c.R().Get(u)
	}
	return resp, err
}

// The loop has no condition: any other answer is handed on.
func (s *signer) round(req *http.Request) (*http.Response, error) {
	for { // want `this loop goes on for as long as resp.StatusCode is 401`
		resp, err := s.send(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized {
			return resp, nil
		}
		resp.Body.Close()
		if err := s.renew(); err != nil {
			return nil, err
		}
	}
}

// The status is told apart.
func (s *signer) told(req *http.Request) (*http.Response, error) {
	for req.Context().Err() == nil { // want `this loop goes on for as long as resp.StatusCode is 403`
		resp, err := s.send(req)
		if err != nil {
			return nil, err
		}
		switch resp.StatusCode {
		case http.StatusOK, http.StatusCreated:
			return resp, nil
		case http.StatusForbidden:
			resp.Body.Close()
			if err := s.renew(); err != nil {
				return nil, err
			}
			select {
			case <-req.Context().Done():
				return nil, req.Context().Err()
			case <-time.After(time.Second):
			}
		default:
			return nil, http.ErrNotSupported
		}
	}
	return nil, req.Context().Err()
}

// Only once more: the flag is set by the first renewal.
func (s *signer) onceMore(req *http.Request) (*http.Response, error) {
	renewed := false
	for {
		resp, err := s.send(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusUnauthorized || renewed {
			return resp, nil
		}
		resp.Body.Close()
		renewed = true
		if err := s.renew(); err != nil {
			return nil, err
		}
	}
}

// A refusal ends it, a failure that may pass does not.
func (s *signer) passing(req *http.Request) (*http.Response, error) {
	for {
		resp, err := s.send(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusUnauthorized {
			return resp, nil
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// Each turn takes the next one.
func (s *signer) drain(reqs <-chan *http.Request) *http.Response {
	for {
		req := <-reqs
		resp, err := s.send(req)
		if err != nil {
			return nil
		}
		if resp.StatusCode == http.StatusUnauthorized {
			resp.Body.Close()
			continue
		}
		return resp
	}
}

// Other answers do not leave either: it serves.
func (s *signer) serves(req *http.Request, out chan<- int) error {
	for {
		resp, err := s.send(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusUnauthorized {
			continue
		}
		out <- resp.StatusCode
	}
}
