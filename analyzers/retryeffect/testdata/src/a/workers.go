package a

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"
)

type writer struct {
	s    *store
	rows chan string
}

func open(ctx context.Context, s *store) (*writer, error) {
	if err := s.db.PingContext(ctx); err != nil {
		return nil, err
	}
	w := &writer{s: s, rows: make(chan string, 10)}
	go w.flush(ctx)
	return w, nil
}

// flush writes what has been gathered, for as long as the program lives.
func (w *writer) flush(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			w.s.db.ExecContext(ctx, insert, <-w.rows, 1)
		}
	}
}

// What the writer does later is no part of an attempt to make it.
func openLoop(ctx context.Context, s *store) (w *writer, err error) {
	for range 3 {
		if w, err = open(ctx, s); err == nil {
			return w, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

type bearer struct {
	hc    *http.Client
	url   string
	token string
}

func (b *bearer) updateToken(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url, strings.NewReader(url.Values{"client_id": {"a"}}.Encode()))
	if err != nil {
		return err
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A token that is got twice is got once too often, and that is all.
func (b *bearer) tokenLoop(ctx context.Context) (err error) {
	for range 3 {
		if err = b.updateToken(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
