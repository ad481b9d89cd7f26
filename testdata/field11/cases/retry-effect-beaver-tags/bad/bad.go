// Package bad registers ear tags of beavers with a wildlife register over gRPC.
// One helper repeats every call after Unavailable, CreateTag included. Unavailable is also what a
// client sees when the server went away after it had stored the tag: the beaver gets two tags.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	callTries   = 4
	callTimeout = 3 * time.Second
	allTimeout  = 20 * time.Second
)

// Register is a client of the wildlife register. It hands out the numbers of the tags.
type Register struct {
	conn grpc.ClientConnInterface
	log  *slog.Logger
}

// NewRegister uses conn.
func NewRegister(conn grpc.ClientConnInterface, log *slog.Logger) *Register {
	return &Register{conn: conn, log: log}
}

// Count returns how many tags a river has.
func (r *Register) Count(ctx context.Context, river string) (int, error) {
	out, err := r.call(ctx, "/wildlife.v1.Tags/CountTags", map[string]any{"river": river})
	if err != nil {
		return 0, fmt.Errorf("count tags at %s: %w", river, err)
	}
	return int(out.GetFields()["count"].GetNumberValue()), nil
}

// Tag creates a new tag for an animal and returns its number.
func (r *Register) Tag(ctx context.Context, river, sex string) (string, error) {
	out, err := r.call(ctx, "/wildlife.v1.Tags/CreateTag", map[string]any{ // EXPECT retry-effect
		"river": river,
		"sex":   sex,
	})
	if err != nil {
		return "", fmt.Errorf("tag beaver at %s: %w", river, err)
	}
	return out.GetFields()["number"].GetStringValue(), nil
}

// call sends in until the register has answered.
func (r *Register) call(ctx context.Context, method string, in map[string]any) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, allTimeout)
	defer cancel()
	msg, err := structpb.NewStruct(in)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	for n := 1; ; n++ { // OR retry-effect
		out, err := r.once(ctx, method, msg) // OR retry-effect
		if err == nil {
			return out, nil
		}
		if n == callTries || ctx.Err() != nil || status.Code(err) != codes.Unavailable {
			return nil, err
		}
		r.log.Warn("register not available", "method", method, "try", n, "err", err)
		d := 200 * time.Millisecond << n
		select {
		case <-time.After(d/2 + rand.N(d)):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
	}
}

func (r *Register) once(ctx context.Context, method string, in *structpb.Struct) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	out := new(structpb.Struct)
	if err := r.conn.Invoke(ctx, method, in, out); err != nil { // OR retry-effect
		return nil, err
	}
	return out, nil
}
