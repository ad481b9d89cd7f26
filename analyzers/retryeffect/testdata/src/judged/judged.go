// Package judged has retries that look failures up in lists and tables.
package judged

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"genpb"
	"github.com/jackc/pgx/v5/pgconn"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

var passing = map[codes.Code]bool{codes.Unavailable: true, codes.DeadlineExceeded: true}

var refusing = map[codes.Code]bool{codes.ResourceExhausted: true, codes.Aborted: true, codes.Unavailable: false}

func table(ctx context.Context, c genpb.OrdersClient) (err error) {
	for range 3 {
		_, err = c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 3}) // want `is repeated by the loop \(3 attempts\) after failures that do not tell`
		if !passing[status.Code(err)] {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func refusals(ctx context.Context, c genpb.OrdersClient) (err error) {
	for range 3 {
		_, err = c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 3})
		if !refusing[status.Code(err)] {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func given(ctx context.Context, c genpb.OrdersClient, again map[codes.Code]bool) (err error) {
	for range 3 {
		_, err = c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 3})
		if !again[status.Code(err)] {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func list(ctx context.Context, c genpb.OrdersClient) (err error) {
	for range 3 {
		_, err = c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 3}) // want `is repeated by the loop \(3 attempts\) after failures that do not tell`
		if !slices.Contains([]codes.Code{codes.Unavailable, codes.DeadlineExceeded}, status.Code(err)) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func refusalsListed(ctx context.Context, c genpb.OrdersClient) (err error) {
	for range 3 {
		_, err = c.CreateOrder(ctx, &genpb.CreateOrderRequest{Sum: 3})
		if !slices.Contains([]codes.Code{codes.ResourceExhausted, codes.Aborted}, status.Code(err)) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

const insert = "INSERT INTO orders (customer) VALUES (1)"

func brokenConn(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		_, err = db.ExecContext(ctx, insert) // want `INSERT.* is repeated by the loop \(3 attempts\) after failures that do not tell`
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || !strings.HasPrefix(pe.Code, "08") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func rolledBack(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		_, err = db.ExecContext(ctx, insert)
		var pe *pgconn.PgError
		if !errors.As(err, &pe) || !strings.HasPrefix(pe.Code, "40") {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

type options struct {
	again  func(error) bool
	unsent func(error) bool
}

var opts = options{again: brokenOff, unsent: refused}

func brokenOff(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) }

func refused(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && pe.Code == "40001"
}

func held(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		_, err = db.ExecContext(ctx, insert) // want `INSERT.* is repeated by the loop \(3 attempts\) after failures that do not tell`
		if err == nil || !opts.again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func heldRefused(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		_, err = db.ExecContext(ctx, insert)
		if err == nil || !opts.unsent(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
