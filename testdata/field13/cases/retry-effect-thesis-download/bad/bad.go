// Package bad downloads scanned theses and goes on where a broken try stopped. It asks for
// the rest of the file and appends what comes. A server that does not know ranges answers
// 200 with the whole file, which is appended all the same: the thesis has its beginning twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"time"
)

// errFinal marks answers that another try does not change.
var errFinal = errors.New("not available")

// Library is a client of the scan server.
type Library struct {
	hc    *http.Client // its transport limits the wait for headers
	base  string
	tries int
}

// Fetch writes the thesis to a file. The caller's context limits the whole download.
func (l *Library) Fetch(ctx context.Context, id, path string) (err error) {
	f, err := os.OpenFile(path+".part", os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err == nil {
			err = os.Rename(path+".part", path)
		}
	}()
	for n := 1; ; n++ { // OR retry-effect
		err := l.rest(ctx, id, f) // OR retry-effect
		if err == nil {
			return nil
		}
		if n == l.tries || ctx.Err() != nil || errors.Is(err, errFinal) {
			return fmt.Errorf("fetch thesis %s: %w", id, err)
		}
		timer := time.NewTimer(time.Duration(n)*time.Second + rand.N(time.Second))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		}
	}
}

// rest gets what f does not have yet.
func (l *Library) rest(ctx context.Context, id string, f *os.File) error {
	have, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/theses/"+url.PathEscape(id), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errFinal, err)
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
	case http.StatusOK, http.StatusPartialContent: // OR retry-effect
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return errors.New(resp.Status)
	default:
		return fmt.Errorf("%w: %s", errFinal, resp.Status)
	}
	_, err = io.Copy(f, resp.Body) // EXPECT retry-effect
	return err
}
