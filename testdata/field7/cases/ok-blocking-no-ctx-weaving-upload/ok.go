// Package ok renders a weaving pattern and uploads it while it is being rendered. The
// renderer writes into a pipe, which blocks and knows no context. Its other end is the body
// of a request that has one: when the request ends, the transport closes the body, and that
// ends the write.
package ok

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const uploadLimit = 2 * time.Minute

// Loom uploads patterns to the mill's store.
type Loom struct {
	store string
	hc    *http.Client
	log   *slog.Logger
}

// NewLoom returns a loom which uploads to the store through hc.
func NewLoom(store string, hc *http.Client, log *slog.Logger) *Loom {
	return &Loom{store: store, hc: hc, log: log}
}

// ServeHTTP renders and uploads one pattern.
func (l *Loom) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rows, err := strconv.Atoi(r.URL.Query().Get("rows"))
	if err != nil || rows < 1 || rows > 1<<20 {
		http.Error(w, "rows must be a number", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), uploadLimit)
	defer cancel()
	if err := l.upload(ctx, r.PathValue("pattern"), rows); err != nil {
		l.log.ErrorContext(ctx, "upload pattern", "err", err)
		http.Error(w, "cannot upload", http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (l *Loom) upload(ctx context.Context, pattern string, rows int) error {
	body, sink := io.Pipe()
	defer body.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, l.store+"/"+url.PathEscape(pattern), body)
	if err != nil {
		return fmt.Errorf("build upload: %w", err)
	}
	req.Header.Set("Content-Type", "application/gzip")
	go func() { sink.CloseWithError(render(sink, pattern, rows)) }()

	resp, err := l.hc.Do(req)
	if err != nil {
		return fmt.Errorf("upload %s: %w", pattern, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("upload %s: status %d", pattern, resp.StatusCode)
	}
	return nil
}

// render writes the pattern row by row.
func render(w io.Writer, pattern string, rows int) error {
	zip := gzip.NewWriter(w)
	out := csv.NewWriter(zip)
	for row := range rows {
		warp := (row*7 + len(pattern)) % 8
		if err := out.Write([]string{strconv.Itoa(row), strconv.FormatInt(1<<warp, 2)}); err != nil {
			return err
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	return zip.Close()
}
