package retrypolicy

import "github.com/failsafe-go/failsafe-go"

type Builder[R any] interface {
	AbortOnErrors(errs ...error) Builder[R]
	AbortIf(predicate func(R, error) bool) Builder[R]
	WithMaxRetries(n int) Builder[R]
	Build() failsafe.Policy[R]
}

func NewBuilder[R any]() Builder[R] { return nil }
