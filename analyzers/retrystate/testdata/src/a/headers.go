package a

import (
	"net/http"
	"time"
)

// The header has one more value in each attempt.
func addsHeader(hc *http.Client, req *http.Request, token string) (resp *http.Response, err error) {
	for range 3 {
		req.Header.Add("Authorization", "Bearer "+token) // want `each attempt appends to req.Header`
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func setsHeader(hc *http.Client, req *http.Request, token string) (resp *http.Response, err error) {
	for range 3 {
		req.Header.Set("Authorization", "Bearer "+token)
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func deletesHeader(hc *http.Client, req *http.Request, token string) (resp *http.Response, err error) {
	for range 3 {
		req.Header.Del("Authorization")
		req.Header.Add("Authorization", "Bearer "+token)
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func clonesRequest(hc *http.Client, req *http.Request, token string) (resp *http.Response, err error) {
	for range 3 {
		r := req.Clone(req.Context())
		r.Header.Add("Authorization", "Bearer "+token)
		if resp, err = hc.Do(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
