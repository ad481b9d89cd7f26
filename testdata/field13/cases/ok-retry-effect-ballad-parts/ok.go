// Package ok collects a ballad from parts into one file. Each try writes to the end of the
// file, and the tries are repeated, which is right: the length before the part is remembered,
// and a try that fails is taken back to it, so no line is in the file twice.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"time"
)

var errFinal = errors.New("cannot be had")

// Collector writes ballads.
type Collector struct {
	hc    *http.Client // with a timeout
	tries int
}

// Collect appends the parts to f, one after the other.
func (c *Collector) Collect(ctx context.Context, parts []string, f *os.File) error {
	for _, p := range parts {
		if err := c.part(ctx, p, f); err != nil {
			return fmt.Errorf("part %s: %w", p, err)
		}
	}
	return f.Sync()
}

// part appends one part.
func (c *Collector) part(ctx context.Context, url string, f *os.File) error {
	start, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := c.append(ctx, url, f)
		if err == nil {
			return nil
		}
		if back := rewind(f, start); back != nil {
			return errors.Join(err, back)
		}
		if try == c.tries || ctx.Err() != nil || errors.Is(err, errFinal) {
			return err
		}
		timer := time.NewTimer(time.Duration(try)*700*time.Millisecond + rand.N(700*time.Millisecond))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}

// rewind takes back what a try has written.
func rewind(f *os.File, to int64) error {
	if err := f.Truncate(to); err != nil {
		return err
	}
	_, err := f.Seek(to, io.SeekStart)
	return err
}

func (c *Collector) append(ctx context.Context, url string, f *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return errors.New(resp.Status)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
	_, err = io.Copy(f, resp.Body)
	return err
}
