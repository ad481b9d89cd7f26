// Package replies holds responses that are left open between runs, and others.
package replies

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

func again(f func() error) error { return f() }

func pause() error { return nil }

func Leaks(hc *http.Client, req *http.Request) (*http.Response, error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Do(req) // want "resp left open"
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		if err := pause(); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("gave up")
}

func discard(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func Discards(hc *http.Client, req *http.Request) (*http.Response, error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		discard(resp)
	}
	return nil, errors.New("gave up")
}

func ErrorsOnly(hc *http.Client, req *http.Request) (*http.Response, error) {
	var last error
	for try := 0; try < 3; try++ {
		resp, err := hc.Do(req)
		if err == nil {
			return resp, nil
		}
		last = err
	}
	return nil, last
}

func ErrAndStatus(hc *http.Client, req *http.Request) (resp *http.Response, err error) {
	for try := 0; try < 3; try++ {
		resp, err = hc.Do(req) // want "resp left open"
		if err == nil && resp.StatusCode < 500 {
			break
		}
	}
	return resp, err
}

func Reads(hc *http.Client, url string, v any) error {
	return again(func() error {
		resp, err := hc.Get(url)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != 200 {
			return errors.New(resp.Status)
		}
		return json.NewDecoder(resp.Body).Decode(v)
	})
}

func ReadsWithoutClose(hc *http.Client, url string, v any) error {
	return again(func() error {
		resp, err := hc.Get(url) // want "resp left open"
		if err != nil {
			return err
		}
		return json.NewDecoder(resp.Body).Decode(v)
	})
}

func Captured(hc *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	err := again(func() (err error) {
		resp, err = hc.Get(url) // want "resp left open"
		if err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			return fmt.Errorf("server answered %s", resp.Status)
		}
		return nil
	})
	return resp, err
}

func CapturedClosed(hc *http.Client, url string) (*http.Response, error) {
	var resp *http.Response
	err := again(func() (err error) {
		resp, err = hc.Get(url)
		if err != nil {
			return err
		}
		if resp.StatusCode >= 500 {
			resp.Body.Close()
			return fmt.Errorf("server answered %s", resp.Status)
		}
		return nil
	})
	return resp, err
}

func check(resp *http.Response) error {
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	return nil
}

func checkAndClose(resp *http.Response) error {
	if resp.StatusCode >= 500 {
		resp.Body.Close()
		return errors.New(resp.Status)
	}
	return nil
}

func Checked(hc *http.Client, url string) (*http.Response, error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Get(url) // want "resp left open"
		if err != nil {
			continue
		}
		if err := check(resp); err != nil {
			continue
		}
		return resp, nil
	}
	return nil, nil
}

func CheckedAndClosed(hc *http.Client, url string) (*http.Response, error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Get(url)
		if err != nil {
			continue
		}
		if err := checkAndClose(resp); err != nil {
			continue
		}
		return resp, nil
	}
	return nil, nil
}

func Switch(hc *http.Client, url string) (last error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Get(url) // want "resp left open"
		switch {
		case err != nil:
			last = err
		case resp.StatusCode == 200:
			resp.Body.Close()
			return nil
		default:
			last = errors.New(resp.Status)
		}
	}
	return last
}

func NilChecked(hc *http.Client, url string) (last error) {
	for try := 0; try < 3; try++ {
		resp, err := hc.Get(url)
		if resp != nil {
			resp.Body.Close()
		}
		if err == nil {
			return nil
		}
		last = err
	}
	return last
}

func get(hc *http.Client, url string) ([]byte, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != 200 {
		return nil, errors.New(resp.Status)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func getClosed(hc *http.Client, url string) ([]byte, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func InHelper(hc *http.Client, url string) error {
	return again(func() error {
		_, err := get(hc, url) // want "resp left open via get"
		return err
	})
}

func InHelperClosed(hc *http.Client, url string) error {
	return again(func() error {
		_, err := getClosed(hc, url)
		return err
	})
}

func onceClosed(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	} else if resp.StatusCode > 499 {
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	return resp, nil
}

func elseBreak(c *http.Client, req *http.Request, done chan struct{}) (*http.Response, error) {
	var resp *http.Response
	var err error
	for try := range 10 {
		resp, err = onceClosed(c, req)
		if err != nil && try < 9 {
			select {
			case <-time.After(time.Second):
			case <-done:
				return resp, err
			}
		} else {
			break
		}
	}
	return resp, err
}
