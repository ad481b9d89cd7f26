// Package leftover sends batches of which a part may be refused.
package leftover

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

func (c *client) bulk(ctx context.Context, docs [][]byte) ([]int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/_bulk", bytes.NewReader(bytes.Join(docs, nil)))
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	return make([]int, len(docs)), resp.Body.Close()
}

func (c *client) whole(ctx context.Context, docs [][]byte) error {
	for round := 1; ; round++ {
		codes, err := c.bulk(ctx, docs) // want `POST to /_bulk is repeated by the loop for all of docs as long as a part of it \(full\) is left`
		if err != nil {
			return err
		}
		var full [][]byte
		for i, code := range codes {
			if code == http.StatusTooManyRequests {
				full = append(full, docs[i])
			}
		}
		if len(full) == 0 {
			return nil
		}
		if round == 4 {
			return fmt.Errorf("%d left", len(full))
		}
		time.Sleep(time.Second)
	}
}

func (c *client) ranged(ctx context.Context, docs [][]byte) error {
	for range 4 {
		codes, err := c.bulk(ctx, docs)
		if err != nil {
			return err
		}
		left := make([][]byte, 0, len(docs))
		for i, d := range docs {
			if codes[i] >= 300 {
				left = append(left, d)
			}
		}
		if len(left) == 0 {
			return nil
		}
		docs = left
		time.Sleep(time.Second)
	}
	return errors.New("left")
}

// handed gives what is left to someone else.
func (c *client) handed(ctx context.Context, docs [][]byte, later func([][]byte)) error {
	for round := 1; ; round++ {
		codes, err := c.bulk(ctx, docs)
		if err != nil {
			return err
		}
		var left [][]byte
		for i, d := range docs {
			if codes[i] >= 300 {
				left = append(left, d)
			}
		}
		if len(left) == 0 || round == 4 {
			return nil
		}
		later(left)
		return nil
	}
}

// each sends one by one what is left.
func (c *client) each(ctx context.Context, docs [][]byte) error {
	for {
		codes, err := c.bulk(ctx, docs)
		if err != nil {
			return err
		}
		var left [][]byte
		for i, d := range docs {
			if codes[i] >= 300 {
				left = append(left, d)
			}
		}
		if len(left) == 0 {
			return nil
		}
		docs = docs[:copy(docs, left)]
	}
}

// status only asks.
func (c *client) status(ctx context.Context, ids [][]byte) error {
	for {
		open, err := c.open(ctx, ids)
		if err != nil {
			return err
		}
		var left [][]byte
		for i, id := range ids {
			if open[i] {
				left = append(left, id)
			}
		}
		if len(left) == 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func (c *client) open(ctx context.Context, ids [][]byte) ([]bool, error) {
	resp, err := c.http.Get("https://x.example/open")
	if err != nil {
		return nil, err
	}
	return make([]bool, len(ids)), resp.Body.Close()
}
