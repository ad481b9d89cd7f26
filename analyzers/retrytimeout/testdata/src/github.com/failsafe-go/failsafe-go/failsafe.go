package failsafe

import "context"

type Policy[R any] interface{ Policy() R }
type Execution[R any] interface{ Context() context.Context }
type Executor[R any] interface {
	WithContext(ctx context.Context) Executor[R]
	Get(fn func() (R, error)) (R, error)
}

func With[R any](policies ...Policy[R]) Executor[R] { return nil }

type FailurePolicyBuilder[S any, R any] interface {
	HandleErrors(errs ...error) S
	HandleIf(fn func(R, error) bool) S
}
