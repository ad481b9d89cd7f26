package a

import (
	"context"
	"net/http"
)

// order carries the channel for its answer.
type order struct {
	url   string
	reply chan error
}

type clerk struct {
	orders chan order
	urgent chan order
}

func newClerk(ctx context.Context) *clerk {
	c := &clerk{orders: make(chan order, 16), urgent: make(chan order)}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case o := <-c.orders:
				o.reply <- get(ctx, o.url)
			}
		}
	}()
	return c
}

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The clerk may have left with the order in its box.
func (c *clerk) do(ctx context.Context, url string) error {
	o := order{url, make(chan error, 1)}
	select {
	case c.orders <- o:
	case <-ctx.Done():
		return ctx.Err()
	}
	return <-o.reply // want `receive from o.reply does not end when ctx does: its sender in newClerk.func leaves`
}

func (c *clerk) doOrLeave(ctx context.Context, url string) error {
	o := order{url, make(chan error, 1)}
	select {
	case c.orders <- o:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-o.reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ticket is answered by whoever ends the office, too.
type ticket struct{ reply chan error }

type office struct{ tickets chan ticket }

func newOffice(ctx context.Context) *office {
	f := &office{tickets: make(chan ticket, 4)}
	go func() {
		for {
			select {
			case <-ctx.Done():
				for {
					select {
					case t := <-f.tickets:
						t.reply <- ctx.Err()
					default:
						return
					}
				}
			case t := <-f.tickets:
				t.reply <- get(ctx, "u")
			}
		}
	}()
	return f
}

func (f *office) ask(ctx context.Context) error {
	t := ticket{make(chan error, 1)}
	select {
	case f.tickets <- t:
	case <-ctx.Done():
		return ctx.Err()
	}
	return <-t.reply
}
