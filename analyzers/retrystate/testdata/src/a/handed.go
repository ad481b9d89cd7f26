package a

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

type maps struct{ client *http.Client }

func (m *maps) download(ctx context.Context, url string, part *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(part, resp.Body)
	return err
}

// The file keeps what the attempts before have written.
func (m *maps) fetch(ctx context.Context, url string) error {
	part, err := os.CreateTemp("", "map")
	if err != nil {
		return err
	}
	defer part.Close()
	for range 4 {
		if err = m.download(ctx, url, part); err == nil { // want `each attempt writes into part, which keeps what attempts before it wrote`
			return os.Rename(part.Name(), "map")
		}
		time.Sleep(time.Second)
	}
	return err
}

// It is emptied before each attempt.
func (m *maps) emptied(ctx context.Context, url string) error {
	part, err := os.CreateTemp("", "map")
	if err != nil {
		return err
	}
	defer part.Close()
	for range 4 {
		if _, err = part.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if err = part.Truncate(0); err != nil {
			return err
		}
		if err = m.download(ctx, url, part); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// goOn asks for what is missing.
func (m *maps) goOn(ctx context.Context, url string, part *os.File) error {
	st, err := part.Stat()
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Range", "bytes="+strconv.FormatInt(st.Size(), 10)+"-")
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(part, resp.Body)
	return err
}

func (m *maps) resumed(ctx context.Context, url string) error {
	part, err := os.CreateTemp("", "map")
	if err != nil {
		return err
	}
	defer part.Close()
	for range 4 {
		if err = m.goOn(ctx, url, part); err == nil {
			return os.Rename(part.Name(), "map")
		}
		time.Sleep(time.Second)
	}
	return err
}

// A helper that writes the whole anew.
func rewrite(f *os.File, r io.Reader) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := io.Copy(f, r)
	return err
}

func (m *maps) rewritten(ctx context.Context, open func() io.Reader) error {
	part, err := os.CreateTemp("", "map")
	if err != nil {
		return err
	}
	for range 4 {
		if err = rewrite(part, open()); err == nil || ctx.Err() != nil {
			return part.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Each attempt has a file of its own.
func (m *maps) anew(ctx context.Context, url string) error {
	var last error
	for range 4 {
		part, err := os.Create("map.part")
		if err != nil {
			return err
		}
		last = m.download(ctx, url, part)
		part.Close()
		if last == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return last
}

// A unit collects what is to be done when the work is kept.
type unit struct{ then []func() }

func (u *unit) after(f func()) { u.then = append(u.then, f) }

func (u *unit) run() {
	for _, f := range u.then {
		f()
	}
}

var errClash = errors.New("clash")

func oneRun(ctx context.Context, u *unit, fn func(context.Context, *unit) error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fn(ctx, u)
}

func oneUnit(ctx context.Context, fn func(context.Context, *unit) error) (err error) {
	u := &unit{}
	for range 3 {
		if err = oneRun(ctx, u, fn); err == nil { // want `each attempt appends to u, which is declared outside of it`
			u.run()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func unitEach(ctx context.Context, fn func(context.Context, *unit) error) (err error) {
	for range 3 {
		u := &unit{}
		if err = oneRun(ctx, u, fn); err == nil {
			u.run()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func unitEmptied(ctx context.Context, fn func(context.Context, *unit) error) (err error) {
	u := &unit{}
	for range 3 {
		u.then = nil
		if err = fn(ctx, u); err == nil {
			u.run()
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Nobody runs what was collected.
func unitDropped(ctx context.Context, fn func(context.Context, *unit) error) (err error) {
	u := &unit{}
	for range 3 {
		if err = fn(ctx, u); err == nil || !errors.Is(err, errClash) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// What a closure is given is the business of what runs it.
func swap(ctx context.Context, m *maps) error {
	return unitEach(ctx, func(ctx context.Context, u *unit) error {
		u.after(func() {})
		return m.download(ctx, "a", nil)
	})
}
