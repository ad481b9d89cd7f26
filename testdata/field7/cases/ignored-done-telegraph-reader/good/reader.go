// Package good reads old telegrams aloud as they are transcribed by a service.
// The goroutine that reads the stream ends with the context of Read, which is cancelled
// when Read returns, for whatever reason.
package good

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Speaker says a line.
type Speaker interface {
	Say(ctx context.Context, line string) error
}

type line struct {
	text string
	err  error
}

// Reader reads telegrams.
type Reader struct {
	hc      *http.Client
	base    string
	speaker Speaker
}

// NewReader expects hc to limit the wait for response headers; the stream may take long.
func NewReader(hc *http.Client, base string, speaker Speaker) *Reader {
	return &Reader{hc: hc, base: base, speaker: speaker}
}

// Exhibit reads the telegrams that visitors choose until ctx ends.
func (r *Reader) Exhibit(ctx context.Context, chosen <-chan string, failed func(telegram string, err error)) error {
	for {
		select {
		case id := <-chosen:
			if err := r.Read(ctx, id); err != nil {
				failed(id, err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Read reads one telegram.
func (r *Reader) Read(ctx context.Context, id string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/telegrams/"+url.PathEscape(id), nil)
	if err != nil {
		return fmt.Errorf("build request: %w", err)
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return fmt.Errorf("open telegram: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return fmt.Errorf("open telegram: %s", resp.Status)
	}
	for l := range lines(ctx, resp.Body) {
		if l.err != nil {
			return fmt.Errorf("transcribe: %w", l.err)
		}
		if err := r.speaker.Say(ctx, l.text); err != nil {
			return fmt.Errorf("say line: %w", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read telegram: %w", err)
	}
	return nil
}

// lines sends the lines of body and closes it.
func lines(ctx context.Context, body io.ReadCloser) <-chan line {
	out := make(chan line)
	go func() {
		defer close(out)
		defer body.Close()
		send := func(l line) bool {
			select {
			case out <- l:
				return true
			case <-ctx.Done():
				return false
			}
		}
		sc := bufio.NewScanner(body)
		for sc.Scan() {
			if !send(line{text: sc.Text()}) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			send(line{err: err})
		}
	}()
	return out
}
