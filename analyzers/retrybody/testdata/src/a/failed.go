package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// onlyFailed asks again only if Do has failed: then there is no body.
func onlyFailed(ctx context.Context, hc *http.Client, url string) error {
	resp, err := hc.Get(url)
	for left := 3; err != nil && left > 0; left-- {
		time.Sleep(time.Second)
		resp, err = hc.Get(url)
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// judged makes an error of an answer, which has a body.
func judged(ctx context.Context, hc *http.Client, url string) error {
	resp, err := hc.Get(url)
	for left := 3; err != nil && left > 0; left-- {
		time.Sleep(time.Second)
		resp, err = hc.Get(url) // want `the body of response resp is not closed on the way to the next attempt`
		if err == nil && resp.StatusCode >= 500 {
			err = errors.New(resp.Status)
		}
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// counted goes on until the last attempt.
func counted(ctx context.Context, hc *http.Client, url string) error {
	err := errors.New("not tried")
	for n := 0; n < 3 && err != nil; n++ {
		var resp *http.Response
		resp, err = hc.Get(url) // want `the body of response resp is not closed on the way to the next attempt`
		if err == nil {
			if resp.StatusCode < 500 {
				return resp.Body.Close()
			}
			err = errors.New(resp.Status)
		}
	}
	return err
}
