package a

import (
	"io"
	"net/http"
	"time"
)

type again struct {
	next  http.RoundTripper
	tries int
}

func repeatable(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return true
	}
	return false
}

// What may be repeated is asked; the clones share one body.
func (a *again) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req.Method) {
		return a.next.RoundTrip(req)
	}
	for n := 1; ; n++ {
		out := req.Clone(req.Context())
		resp, err := a.next.RoundTrip(out) // want `the body of request out is read to its end by the first attempt`
		if err != nil || resp.StatusCode != http.StatusBadGateway || n >= a.tries {
			return resp, err
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func mayRepeat(method string) bool { return method == http.MethodGet || method == http.MethodPatch }

type plain struct{ next http.RoundTripper }

func (a *plain) RoundTrip(req *http.Request) (*http.Response, error) {
	if !mayRepeat(req.Method) {
		return a.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		resp, err = a.next.RoundTrip(req) // want `the body of request req is read to its end by the first attempt`
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func safe(method string) bool {
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		return false
	}
	return true
}

type reads struct{ next http.RoundTripper }

// What is repeated has no body.
func (a *reads) RoundTrip(req *http.Request) (*http.Response, error) {
	if !safe(req.Method) {
		return a.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = a.next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

type rewinds struct{ next http.RoundTripper }

func (a *rewinds) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req.Method) {
		return a.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		out := req.Clone(req.Context())
		if req.GetBody != nil {
			if out.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = a.next.RoundTrip(out); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

type asks struct{ next http.RoundTripper }

func hasBody(req *http.Request) bool { return req.Body != nil && req.Body != http.NoBody }

// One with a body is sent once.
func (a *asks) RoundTrip(req *http.Request) (*http.Response, error) {
	if !repeatable(req.Method) {
		return a.next.RoundTrip(req)
	}
	var resp *http.Response
	var err error
	for range 3 {
		if resp, err = a.next.RoundTrip(req); err == nil || hasBody(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// The status says as well whether to go on.
func mayAgain(method string, status int) bool {
	switch method {
	case http.MethodGet, http.MethodPut:
		return status == http.StatusBadGateway
	}
	return false
}

type steady struct {
	next  http.RoundTripper
	tries int
}

func (a *steady) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req) // want `the body of request req is read to its end by the first attempt`
		if err != nil || n == a.tries || !mayAgain(req.Method, resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func failsFor(status int, method string) bool {
	return status >= 500 && (method == http.MethodGet || http.MethodPut == method)
}

type goesOn struct{ next http.RoundTripper }

func (a *goesOn) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req) // want `the body of request req is read to its end by the first attempt`
		if err == nil && n < 3 && failsFor(resp.StatusCode, req.Method) {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, err
	}
}

func readsAgain(method string, status int) bool {
	switch method {
	case http.MethodGet, http.MethodHead:
		return status == http.StatusBadGateway
	case http.MethodPut, http.MethodPost:
		return false
	}
	return false
}

type readsOnly struct{ next http.RoundTripper }

// Only what has no body is repeated.
func (a *readsOnly) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req)
		if err != nil || n == 3 || !readsAgain(req.Method, resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

type fresh struct{ next http.RoundTripper }

// A fresh copy of the body goes with each attempt.
func (a *fresh) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req)
		if err != nil || n == 3 || !mayAgain(req.Method, resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
		if req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			req = req.Clone(req.Context())
			req.Body = body
		}
	}
}

type whole struct{ next http.RoundTripper }

// One with a body is asked for beside the method.
func (a *whole) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req)
		if err != nil || n == 3 || req.ContentLength != 0 || !mayAgain(req.Method, resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

// What another says may have to do with the body.
type either struct{ next http.RoundTripper }

func (a *either) RoundTrip(req *http.Request) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := a.next.RoundTrip(req)
		if err != nil || n == 3 || !mayAgain(req.Method, resp.StatusCode) && hasBody(req) {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}
