// Package composed puts a retry policy and a breaker around one call.
package composed

import (
	"context"
	"errors"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

var errGone = errors.New("gone")

func breaker() failsafe.Policy[int] {
	return circuitbreaker.NewBuilder[int]().Build()
}

func outside() failsafe.Executor[int] {
	b := circuitbreaker.NewBuilder[int]().WithFailureThreshold(5).Build()
	again := retrypolicy.NewBuilder[int]().AbortOnErrors(errGone, context.Canceled).WithMaxRetries(3).Build()
	return failsafe.With[int](again, b) // want `takes its refusal for one more failure`
}

func inline() failsafe.Executor[int] {
	return failsafe.With(retrypolicy.NewBuilder[int]().Build(), circuitbreaker.NewBuilder[int]().Build()) // want `takes its refusal for one more failure`
}

func inside() failsafe.Executor[int] {
	b := circuitbreaker.NewBuilder[int]().Build()
	again := retrypolicy.NewBuilder[int]().WithMaxRetries(3).Build()
	return failsafe.With(b, again)
}

func aborts() failsafe.Executor[int] {
	b := circuitbreaker.NewBuilder[int]().Build()
	again := retrypolicy.NewBuilder[int]().AbortOnErrors(errGone, circuitbreaker.ErrOpen).Build()
	return failsafe.With(again, b)
}

func chooses() failsafe.Executor[int] {
	b := circuitbreaker.NewBuilder[int]().Build()
	again := retrypolicy.NewBuilder[int]().HandleErrors(context.DeadlineExceeded).Build()
	return failsafe.With(again, b)
}

func forEver() failsafe.Executor[int] {
	b := circuitbreaker.NewBuilder[int]().Build()
	again := retrypolicy.NewBuilder[int]().WithMaxRetries(-1).Build()
	return failsafe.With(again, b)
}

// A breaker that is made elsewhere is not in sight.
func elsewhere() failsafe.Executor[int] {
	return failsafe.With(retrypolicy.NewBuilder[int]().Build(), breaker())
}
