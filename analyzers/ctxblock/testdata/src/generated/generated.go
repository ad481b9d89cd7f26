// Package generated is a stub.
package generated

import "context"

type QueryResolver interface {
	Plants(ctx context.Context, first int) ([]string, error)
}

type MutationResolver interface {
	AddPlant(ctx context.Context, name string) (string, error)
}
