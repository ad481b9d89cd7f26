package lasting

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type stub interface {
	Check(ctx context.Context, id string) (string, error)
}

func passing(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.Canceled:
		return true
	}
	return false
}

func canceledToo(ctx context.Context, c stub) (s string, err error) {
	for range 5 {
		s, err = c.Check(ctx, "a")
		if err == nil || !passing(err) { // want `the loop goes on after codes.Canceled, which means that the caller has given up`
			return s, err
		}
		time.Sleep(time.Second)
	}
	return s, err
}

// It may be the server's word: the pause looks at the context.
func looksAtContext(ctx context.Context, c stub) (s string, err error) {
	for range 5 {
		s, err = c.Check(ctx, "a")
		if err == nil || !passing(err) {
			return s, err
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return s, err
}

func testsContext(ctx context.Context, c stub) (s string, err error) {
	for range 5 {
		s, err = c.Check(ctx, "a")
		if err == nil || ctx.Err() != nil || !passing(err) {
			return s, err
		}
		time.Sleep(time.Second)
	}
	return s, err
}
