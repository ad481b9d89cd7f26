// Package later has attempts of several steps, of which one that comes late fails.
package later

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

var errBusy = errors.New("busy")

// ErrDown is returned by a Store.
var ErrDown = errors.New("store is down")

// A Store keeps things by name.
type Store interface {
	Save(ctx context.Context, name string) error
}

type farm struct {
	hc    *http.Client
	store Store
}

func (f *farm) call(ctx context.Context, method, path string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://farm.example"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return errBusy
	}
	return errors.New(resp.Status)
}

// again repeats what fn does while the farm is busy.
func (f *farm) render(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.order(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) order(ctx context.Context, scene []byte) error {
	if err := f.call(ctx, http.MethodPost, "/jobs", scene); err != nil { // want `POST to /jobs \(\(\*farm\).call → \(\*http.Client\).Do\) is made again by the loop when \(\*farm\).watch \(later.go:62\) fails after it`
		return fmt.Errorf("submit: %v", err)
	}
	return f.watch(ctx)
}

func (f *farm) watch(ctx context.Context) error {
	for {
		err := f.call(ctx, http.MethodGet, "/jobs/1", nil)
		if err != nil {
			return fmt.Errorf("watch: %w", err)
		}
		time.Sleep(time.Second)
	}
}

// hidden makes a text of what the later step brings.
func (f *farm) hidden(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.orderHidden(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) orderHidden(ctx context.Context, scene []byte) error {
	if err := f.call(ctx, http.MethodPost, "/jobs", scene); err != nil {
		return err
	}
	if err := f.watch(ctx); err != nil {
		return fmt.Errorf("watch: %v", err)
	}
	return nil
}

// undone takes the job back.
func (f *farm) undone(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.orderUndone(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) orderUndone(ctx context.Context, scene []byte) error {
	if err := f.call(ctx, http.MethodPost, "/jobs", scene); err != nil {
		return err
	}
	if err := f.watch(ctx); err != nil {
		f.call(ctx, http.MethodDelete, "/jobs/1", nil)
		return err
	}
	return nil
}

// last makes the job when all else is done.
func (f *farm) last(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.orderLast(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) orderLast(ctx context.Context, scene []byte) error {
	if err := f.call(ctx, http.MethodGet, "/quota", nil); err != nil {
		return err
	}
	return f.call(ctx, http.MethodPost, "/jobs", scene)
}

// other goes on to a step that is never busy.
func (f *farm) other(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.orderOther(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) orderOther(ctx context.Context, scene []byte) error {
	if err := f.call(ctx, http.MethodPost, "/jobs", scene); err != nil {
		return err
	}
	return f.store.Save(ctx, "job")
}

// batch repeats all when the store is down.
func (f *farm) batch(ctx context.Context, names []string) error {
	for n := 1; ; n++ {
		err := f.all(ctx, names)
		if !errors.Is(err, ErrDown) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) all(ctx context.Context, names []string) error {
	for _, name := range names {
		if name == "" {
			if err := f.call(ctx, http.MethodPost, "/nameless", nil); err != nil { // want `POST to /nameless .* is made again by the loop when Store.Save`
				return err
			}
			continue
		}
		if err := f.store.Save(ctx, name); err != nil {
			return fmt.Errorf("save: %w", err)
		}
	}
	return nil
}

// first saves before anything else is done.
func (f *farm) first(ctx context.Context, name string) error {
	for n := 1; ; n++ {
		err := f.saveFirst(ctx, name)
		if !errors.Is(err, ErrDown) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) saveFirst(ctx context.Context, name string) error {
	if err := f.store.Save(ctx, name); err != nil {
		return err
	}
	return f.call(ctx, http.MethodPost, "/saved", nil)
}

// known asks before it makes the job.
func (f *farm) known(ctx context.Context, scene []byte) error {
	for n := 1; ; n++ {
		err := f.orderKnown(ctx, scene)
		if !errors.Is(err, errBusy) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (f *farm) orderKnown(ctx context.Context, scene []byte) error {
	if !f.has(ctx) {
		if err := f.call(ctx, http.MethodPost, "/jobs", scene); err != nil {
			return err
		}
	}
	return f.watch(ctx)
}

func (f *farm) has(ctx context.Context) bool {
	return f.call(ctx, http.MethodHead, "/jobs/1", nil) == nil
}
