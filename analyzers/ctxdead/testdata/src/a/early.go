package a

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

func body(ctx context.Context, hc *http.Client, url string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	return resp.Body, nil // want `resp.Body is returned after \(\*Client\).Do, but its context is cancelled by the deferred call of cancel when body returns`
}

func response(hc *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	resp, err := hc.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return resp, nil // want `resp is returned after`
}

func rows(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, "SELECT name FROM beds")
	if err != nil {
		return nil, err
	}
	return rows, nil // want `rows is returned after \(\*DB\).QueryContext`
}

func tx(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	return tx, err // want `tx is returned after \(\*DB\).BeginTx`
}

// What is returned has been read.
func decoded(ctx context.Context, hc *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var v map[string]string
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return nil, err
	}
	return resp, nil
}

type cancelBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b *cancelBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

// The cancel function goes with the body.
func owned(ctx context.Context, hc *http.Client, url string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	resp, err := hc.Do(req)
	if err != nil {
		cancel()
		return nil, err
	}
	return &cancelBody{resp.Body, cancel}, nil
}

type issuer struct {
	ctx   context.Context
	store Store
}

func open(parent context.Context, s Store) (*issuer, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	i := &issuer{ctx: ctx, store: s} // want `the field ctx is given a context that the deferred call of cancel cancels when open returns`
	if _, err := s.Claim(ctx, "first"); err != nil {
		return nil, err
	}
	return i, nil
}

func openRight(parent context.Context, s Store) (*issuer, error) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	if _, err := s.Claim(ctx, "first"); err != nil {
		return nil, err
	}
	return &issuer{ctx: parent, store: s}, nil
}

func (i *issuer) renew() error {
	ctx, cancel := context.WithTimeout(i.ctx, time.Second)
	defer cancel()
	_, err := i.store.Claim(ctx, "next")
	return err
}

type job struct{ ctx context.Context }

// The object does not outlive the function.
func local(parent context.Context, s Store) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	j := &job{ctx: ctx}
	return s.Save(j.ctx, nil)
}

// Only a failure cancels.
func onlyOnFailure(ctx context.Context, hc *http.Client, url string) (resp *http.Response, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err = hc.Do(req)
	return resp, err
}
