// Package rest goes on with files where an attempt before has stopped.
package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

type library struct{ hc *http.Client }

func (l *library) ask(ctx context.Context, url string, from int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	return l.hc.Do(req)
}

func (l *library) both(ctx context.Context, url string, f *os.File) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusPartialContent:
	default:
		return errors.New(resp.Status)
	}
	_, err = io.Copy(f, resp.Body) // want `asks for the rest of the file, and appends what comes with 200 as with 206`
	return err
}

func (l *library) alike(ctx context.Context, url string, f *os.File) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	resp, err := l.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		return errors.New(resp.Status)
	}
	_, err = io.Copy(f, resp.Body) // want `asks for the rest of the file, and appends what comes with 200 as with 206`
	return err
}

// The whole file begins anew.
func (l *library) anew(ctx context.Context, url string, f *os.File) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	resp, err := l.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusPartialContent:
	case http.StatusOK:
		if err := f.Truncate(0); err != nil {
			return err
		}
	default:
		return errors.New(resp.Status)
	}
	_, err = io.Copy(f, resp.Body)
	return err
}

// It looks once more.
func (l *library) skips(ctx context.Context, url string, f *os.File) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	resp, err := l.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		return errors.New(resp.Status)
	}
	if resp.StatusCode == http.StatusOK {
		if _, err := io.CopyN(io.Discard, resp.Body, have); err != nil {
			return err
		}
	}
	_, err = io.Copy(f, resp.Body)
	return err
}

// A part of its own, not appended to anything.
func (l *library) part(ctx context.Context, url string, from int64) error {
	resp, err := l.ask(ctx, url, from)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusPartialContent:
	default:
		return errors.New(resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func (l *library) get(ctx context.Context, url string, f *os.File, one func(context.Context, string, *os.File) error) (err error) {
	for range 4 {
		if err = l.both(ctx, url, f); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	for range 4 {
		if err = l.alike(ctx, url, f); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	for range 4 {
		if err = l.anew(ctx, url, f); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	for range 4 {
		if err = l.skips(ctx, url, f); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	for range 4 {
		if err = l.part(ctx, url, 10); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
