// Package graphql is a stub.
package graphql

import "context"

type Resolver func(ctx context.Context) (res any, err error)
