package spent

import (
	"context"
	"database/sql"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type rooms interface {
	Find(ctx context.Context, id string, opts ...grpc.CallOption) (string, error)
}

func fallsBack(ctx context.Context, c rooms, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := c.Find(ctx, "1")
	if status.Code(err) == codes.DeadlineExceeded {
		return db.PingContext(ctx) // want `has used up the deadline of 1s`
	}
	return err
}

func fallsBackAnew(ctx context.Context, c rooms, db *sql.DB) error {
	call, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := c.Find(call, "1")
	if status.Code(err) == codes.DeadlineExceeded {
		return db.PingContext(ctx)
	}
	return err
}

// Within a minute it may be the server that gave up.
func longer(ctx context.Context, c rooms, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	_, err := c.Find(ctx, "1")
	if status.Code(err) == codes.DeadlineExceeded {
		return db.PingContext(ctx)
	}
	return err
}

func unavailable(ctx context.Context, c rooms, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := c.Find(ctx, "1")
	if status.Code(err) == codes.Unavailable {
		return db.PingContext(ctx)
	}
	return err
}
