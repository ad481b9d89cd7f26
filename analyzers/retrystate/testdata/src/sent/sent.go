// Package sent adds to what each attempt sends along.
package sent

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"google.golang.org/grpc/metadata"
)

type client interface {
	Check(ctx context.Context, id string) error
}

func stacked(ctx context.Context, c client) (err error) {
	for i := range 3 {
		ctx = metadata.AppendToOutgoingContext(ctx, "x-try", fmt.Sprint(i)) // want `each attempt appends to ctx`
		if err = c.Check(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func anew(ctx context.Context, c client) (err error) {
	for i := range 3 {
		call := metadata.AppendToOutgoingContext(ctx, "x-try", fmt.Sprint(i))
		if err = c.Check(call, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func shadowed(ctx context.Context, c client) (err error) {
	for i := range 3 {
		ctx := metadata.AppendToOutgoingContext(ctx, "x-try", fmt.Sprint(i))
		if err = c.Check(ctx, "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func pairs(ctx context.Context, c client, token func() string) (err error) {
	md := metadata.MD{}
	for range 3 {
		md.Append("authorization", token()) // want `each attempt appends to md`
		if err = c.Check(metadata.NewOutgoingContext(ctx, md), "a"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func query(hc *http.Client, u *url.URL) (*http.Response, error) {
	q := u.Query()
	for range 3 {
		q.Add("ts", time.Now().String()) // want `each attempt appends to q`
		u.RawQuery = q.Encode()
		if resp, err := hc.Get(u.String()); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("gave up")
}

func querySet(hc *http.Client, u *url.URL) (*http.Response, error) {
	q := u.Query()
	for range 3 {
		q.Set("ts", time.Now().String())
		u.RawQuery = q.Encode()
		if resp, err := hc.Get(u.String()); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("gave up")
}

// Why the one before failed is sent along.
func reasons(hc *http.Client, u *url.URL) (*http.Response, error) {
	q := u.Query()
	for range 3 {
		u.RawQuery = q.Encode()
		resp, err := hc.Get(u.String())
		if err == nil {
			return resp, nil
		}
		q.Add("failed", err.Error())
		time.Sleep(time.Second)
	}
	return nil, errors.New("gave up")
}

func rows(ctx context.Context, db *sql.DB, out chan<- int) error {
	rows, err := db.QueryContext(ctx, "SELECT id FROM t")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		out <- id
	}
	return rows.Err()
}

func sendsRows(ctx context.Context, db *sql.DB, out chan<- int) error {
	for i := 0; ; i++ {
		err := rows(ctx, db, out) // want `each attempt sends on out again`
		if err == nil || i == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

type stream interface {
	Recv() (int, error)
}

// What comes from a stream is other each time.
func items(s stream, out chan<- int) error {
	for {
		n, err := s.Recv()
		if err != nil {
			return err
		}
		out <- n
	}
}

func sendsItems(open func() stream, out chan<- int) error {
	for i := 0; ; i++ {
		err := items(open(), out)
		if err == nil || i == 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}
