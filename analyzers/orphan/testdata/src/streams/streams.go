// Package streams leaves streams of answers before their end.
package streams

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
)

type (
	question struct{}
	answer   struct{ up bool }
	answers  interface {
		Recv() (*answer, error)
		grpc.ClientStream
	}
	client interface {
		Watch(ctx context.Context, q *question, opts ...grpc.CallOption) (answers, error)
	}
)

func newClient(*grpc.ClientConn) client { return nil }

var errDown = errors.New("down")

func use() {}

// run goes from one to the next.
func run(ctx context.Context, all []client) error {
	for i := 0; ; i = (i + 1) % len(all) {
		if err := follow(ctx, all[i]); err != nil && ctx.Err() != nil {
			return err
		}
		_ = toTheEnd(ctx, all[i])
		_ = cancels(ctx, all[i])
		_ = ownConn(ctx, new(grpc.ClientConn))
	}
}

// follow leaves the stream when the state is bad.
func follow(ctx context.Context, c client) error {
	s, err := c.Watch(ctx, &question{}) // want `the stream stays open until ctx is over when it is left at streams.go:\d+`
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if err != nil {
			return err
		}
		if !a.up {
			return errDown
		}
		use()
	}
}

// toTheEnd reads until there is nothing more.
func toTheEnd(ctx context.Context, c client) error {
	s, err := c.Watch(ctx, &question{})
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if a.up {
			use()
		}
	}
}

// cancels ends the stream when it returns.
func cancels(ctx context.Context, c client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := c.Watch(ctx, &question{})
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if err != nil {
			return err
		}
		if !a.up {
			return errDown
		}
	}
}

// ownConn closes what the stream is on.
func ownConn(ctx context.Context, conn *grpc.ClientConn) error {
	defer conn.Close()
	s, err := newClient(conn).Watch(ctx, &question{})
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if err != nil {
			return err
		}
		if !a.up {
			return errDown
		}
	}
}

// Once leaves one stream, under a context that may end soon.
func Once(ctx context.Context, c client) error {
	s, err := c.Watch(ctx, &question{})
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if err != nil {
			return err
		}
		if a.up {
			return nil
		}
	}
}

// until asks again only when it has failed.
func until(ctx context.Context, c client) error {
	for {
		err := ready(ctx, c)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

func ready(ctx context.Context, c client) error {
	s, err := c.Watch(ctx, &question{})
	if err != nil {
		return err
	}
	for {
		a, err := s.Recv()
		if err != nil {
			return err
		}
		if a.up {
			return nil
		}
	}
}
