package a

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// A poll that leaves the answers open which say "not yet".
func pollReport(ctx context.Context, hc *http.Client, url string) ([]byte, error) {
	for range 5 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := hc.Do(req) // want `the body of response resp is not closed on the way to the next attempt`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusAccepted {
			time.Sleep(time.Second)
			continue
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	return nil, errors.New("no report")
}

func pollClosed(ctx context.Context, hc *http.Client, url string) ([]byte, error) {
	for range 5 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusAccepted {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	return nil, errors.New("no report")
}

// What an answer is asked for its closing by a deferred call of each turn.
func pollInFunc(ctx context.Context, hc *http.Client, url string) error {
	for range 5 {
		done, err := func() (bool, error) {
			resp, err := hc.Get(url)
			if err != nil {
				return false, err
			}
			defer resp.Body.Close()
			return resp.StatusCode == http.StatusOK, nil
		}()
		if err != nil || done {
			return err
		}
		time.Sleep(time.Second)
	}
	return errors.New("no report")
}

// A file that a PUT sends, and one that is opened in each attempt, are told
// apart by where they are made.
func putOnce(ctx context.Context, hc *http.Client, url string, src io.Reader) (err error) {
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, src); err != nil { // want `reader src is read to its end by the first attempt`
			return err
		}
		var resp *http.Response
		if resp, err = hc.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// A section has an offset of its own, so the file's stays where it is.
func putSection(ctx context.Context, hc *http.Client, url string, f *os.File, sum io.Writer) (err error) {
	for range 3 {
		part := io.NewSectionReader(f, 0, 1<<20)
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, io.TeeReader(part, sum)); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = hc.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The whole answer is read, and what is handed out has nothing to close.
func wholeAnswer(hc *http.Client, url string) (*http.Response, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return resp, nil
}

func pollWhole(hc *http.Client, url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := wholeAnswer(hc, url)
		if err == nil && resp.StatusCode < 500 || n == 4 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

func openAnswer(hc *http.Client, url string) (*http.Response, error) {
	resp, err := hc.Get(url)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func pollHalf(hc *http.Client, url string) (*http.Response, error) {
	for n := 1; ; n++ {
		resp, err := openAnswer(hc, url) // want `the body of response resp is not closed on the way to the next attempt`
		if err == nil && resp.StatusCode < 500 || n == 4 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}
