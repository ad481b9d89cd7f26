package later

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"later/shop"
)

var (
	errUnclear = errors.New("no answer in time")
	errNone    = errors.New("refused")
)

type desk struct {
	hc   *http.Client
	shop *shop.Client
	done func(ctx context.Context, id string) (bool, error)
	drop func(ctx context.Context, id string) error
}

func (d *desk) post(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://farm.example/orders", bytes.NewReader([]byte(id)))
	if err != nil {
		return err
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	return nil
}

// The order was given, and only the word of it is missing.
func (d *desk) order(ctx context.Context, id string) error {
	if err := d.post(ctx, id); err != nil { // want `is made again by the loop when d.done .* fails after it`
		return err
	}
	ok, err := d.done(ctx, id)
	switch {
	case err != nil:
		return errUnclear
	case !ok:
		return errNone
	}
	return nil
}

func (d *desk) send(ctx context.Context, id string) error {
	for n := 1; ; n++ {
		err := d.order(ctx, id)
		if err == nil || n == 3 || !(errors.Is(err, errNone) || errors.Is(err, errUnclear)) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// What was refused is repeated alone.
func (d *desk) sendRefused(ctx context.Context, id string) error {
	for n := 1; ; n++ {
		err := d.order(ctx, id)
		if err == nil || n == 3 || !errors.Is(err, errNone) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// It is taken back before.
func (d *desk) orderBack(ctx context.Context, id string) error {
	if err := d.post(ctx, id); err != nil {
		return err
	}
	if _, err := d.done(ctx, id); err != nil {
		d.drop(ctx, id)
		return errUnclear
	}
	return nil
}

func (d *desk) sendBack(ctx context.Context, id string) error {
	for n := 1; ; n++ {
		err := d.orderBack(ctx, id)
		if err == nil || n == 3 || !errors.Is(err, errUnclear) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// The other package's error stands for any failure.
func (d *desk) book(ctx context.Context, id string) (err error) {
	for n := 1; ; n++ {
		err := d.shop.Book(ctx, id) // want `POST to /repairs .* is repeated by the loop .*after failures that do not tell`
		if !errors.Is(err, shop.ErrUnreachable) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Here it stands for what was not sent, or not taken.
func (d *desk) bookFull(ctx context.Context, id string) (err error) {
	for n := 1; ; n++ {
		err := d.shop.Book(ctx, id)
		if !errors.Is(err, shop.ErrFull) || n == 4 {
			return fmt.Errorf("book: %w", err)
		}
		time.Sleep(time.Second)
	}
}

func (d *desk) bookDialed(ctx context.Context, id string) (err error) {
	for n := 1; ; n++ {
		err := d.shop.Dialed(ctx, id)
		if !errors.Is(err, shop.ErrUnreachable) || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}
