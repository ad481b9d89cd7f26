// Package archive reads texts from the archive's server.
package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// ErrUnknown says that there is no such text.
var ErrUnknown = errors.New("unknown text")

// Archive is the server.
type Archive struct {
	base string
	hc   *http.Client
}

// New returns access to the archive at base.
func New(base string, hc *http.Client) *Archive { return &Archive{base: base, hc: hc} }

// Text is an open text. It must be closed.
type Text struct {
	lines *bufio.Scanner
	body  io.Closer
}

// Open opens a text; it can be read until ctx ends.
func (a *Archive) Open(ctx context.Context, name string) (*Text, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/texts/"+url.PathEscape(name), nil)
	if err != nil {
		return nil, fmt.Errorf("build request: %w", err)
	}
	resp, err := a.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return nil, ErrUnknown
		}
		return nil, fmt.Errorf("open %s: status %d", name, resp.StatusCode)
	}
	return &Text{lines: bufio.NewScanner(resp.Body), body: resp.Body}, nil
}

// WriteTo copies the text without the archive's comments.
func (t *Text) WriteTo(w io.Writer) (int64, error) {
	var sum int64
	for t.lines.Scan() {
		line := t.lines.Bytes()
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		n, err := fmt.Fprintf(w, "%s\n", line)
		sum += int64(n)
		if err != nil {
			return sum, err
		}
	}
	return sum, t.lines.Err()
}

// Close ends the reading.
func (t *Text) Close() error { return t.body.Close() }
