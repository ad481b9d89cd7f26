package given

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/metadata"
)

type Payment struct {
	IdempotencyKey string
	RequestID      string
	Cents          int64
}

type Bank interface {
	Pay(ctx context.Context, p *Payment) error
	Limit(ctx context.Context, of string) (int64, error)
}

var errBusy = errors.New("busy")

func pause(ctx context.Context) error {
	select {
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func anew(ctx context.Context, b Bank, cents int64) (err error) {
	for range 3 {
		if err = b.Pay(ctx, &Payment{IdempotencyKey: uuid.NewString(), Cents: cents}); err == nil { // want `b.Pay is given a key \(IdempotencyKey\) that each attempt of the loop draws anew`
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func set(ctx context.Context, b Bank, p *Payment) (err error) {
	for range 3 {
		p.IdempotencyKey = uuid.NewString() // want `b.Pay is given a key \(IdempotencyKey\) that each attempt of the loop draws anew`
		if err = b.Pay(ctx, p); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func once(ctx context.Context, b Bank, cents int64) (err error) {
	p := &Payment{IdempotencyKey: uuid.NewString(), Cents: cents}
	for range 3 {
		if err = b.Pay(ctx, p); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// By the name of a request it may just be traced.
func traced(ctx context.Context, b Bank, key string) (err error) {
	for range 3 {
		if err = b.Pay(ctx, &Payment{IdempotencyKey: key, RequestID: uuid.NewString()}); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Each item has one.
func each(ctx context.Context, b Bank, cents []int64) (err error) {
	for _, c := range cents {
		p := &Payment{IdempotencyKey: uuid.NewString(), Cents: c}
		for range 3 {
			if err = b.Pay(ctx, p); err == nil {
				break
			}
			if err := pause(ctx); err != nil {
				return err
			}
		}
	}
	return err
}

// Only what was refused is asked for again.
func refused(ctx context.Context, b Bank, cents int64) (err error) {
	for range 3 {
		if err = b.Pay(ctx, &Payment{IdempotencyKey: uuid.NewString(), Cents: cents}); !errors.Is(err, errBusy) {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func told(ctx context.Context, b Bank, p *Payment) (err error) {
	for range 3 {
		one := metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString()) // want `b.Pay is given a key \(idempotency-key\) that each attempt of the loop draws anew`
		if err = b.Pay(one, p); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func toldOnce(ctx context.Context, b Bank, p *Payment) (err error) {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	for range 3 {
		one := metadata.AppendToOutgoingContext(ctx, "trace-id", uuid.NewString())
		if err = b.Pay(one, p); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
