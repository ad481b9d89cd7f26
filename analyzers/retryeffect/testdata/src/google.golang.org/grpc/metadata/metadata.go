// Package metadata is a stub.
package metadata

import "context"

type MD map[string][]string

func Pairs(kv ...string) MD { return nil }

func AppendToOutgoingContext(ctx context.Context, kv ...string) context.Context { return ctx }

func NewOutgoingContext(ctx context.Context, md MD) context.Context { return ctx }
