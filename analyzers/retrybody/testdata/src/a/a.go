// Package a holds bodies that only the first attempt can read, and others.
package a

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/go-resty/resty/v2"
)

func put(ctx context.Context, hc *http.Client, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://x.example/doc", body)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func buffer(ctx context.Context, hc *http.Client, v any) error {
	var doc bytes.Buffer
	if err := json.NewEncoder(&doc).Encode(v); err != nil {
		return err
	}
	var err error
	for range 4 {
		if err = put(ctx, hc, &doc); err == nil { // want `buffer &doc is read to its end by the first attempt`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func bufferAnew(ctx context.Context, hc *http.Client, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	for range 4 {
		if err = put(ctx, hc, bytes.NewReader(raw)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func reader(ctx context.Context, hc *http.Client, r io.Reader) error {
	var err error
	for range 4 {
		if err = put(ctx, hc, r); err == nil { // want `reader r is read to its end by the first attempt`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func file(ctx context.Context, hc *http.Client, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for range 4 {
		if err = put(ctx, hc, io.NopCloser(f)); err == nil { // want `is read to its end by the first attempt`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func fileRewound(ctx context.Context, hc *http.Client, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for range 4 {
		if _, err = f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err = put(ctx, hc, io.NopCloser(f)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func request(hc *http.Client, body io.Reader) error {
	req, err := http.NewRequest(http.MethodPut, "https://x.example/doc", body)
	if err != nil {
		return err
	}
	for range 4 {
		resp, err := hc.Do(req) // want `the body of request req is read to its end by the first attempt`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func requestWithout(hc *http.Client) error {
	req, err := http.NewRequest(http.MethodGet, "https://x.example/doc", nil)
	if err != nil {
		return err
	}
	for range 4 {
		resp, err := hc.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func leak(hc *http.Client, url string) (*http.Response, error) {
	for range 4 {
		resp, err := hc.Get(url) // want `the body of response resp is not closed on the way to the next attempt`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, io.EOF
}

func closed(hc *http.Client, url string) (*http.Response, error) {
	for range 4 {
		resp, err := hc.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusTooManyRequests {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
	return nil, io.EOF
}

func get(hc *http.Client, url string) (*http.Response, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode > 499 {
		resp.Body.Close()
		return nil, io.EOF
	}
	return resp, nil
}

// lastOne: the response is nil whenever another attempt follows.
func lastOne(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := range 4 {
		resp, err = get(hc, url)
		if err != nil && i < 3 {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return resp, ctx.Err()
			}
		} else {
			break
		}
	}
	return resp, err
}

func photo(ctx context.Context, raw []byte) error {
	rc := resty.New().SetRetryCount(3)
	buf := bytes.NewBuffer(raw)
	_, err := rc.R().SetContext(ctx).SetFileReader("photo", "a.jpg", buf).Put("/claims") // want `buf is read to its end by the first attempt`
	return err
}

func photoSeeks(ctx context.Context, raw []byte) error {
	rc := resty.New().SetRetryCount(3)
	_, err := rc.R().SetContext(ctx).SetFileReader("photo", "a.jpg", bytes.NewReader(raw)).Put("/claims") // want `is read to its end by the first attempt`
	return err
}

func photoOnce(ctx context.Context, raw []byte) error {
	rc := resty.New()
	_, err := rc.R().SetContext(ctx).SetFileReader("photo", "a.jpg", bytes.NewBuffer(raw)).Put("/claims")
	return err
}
