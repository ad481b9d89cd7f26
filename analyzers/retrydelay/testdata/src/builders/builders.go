// Package builders sets policies by chains of calls: what a call sets counts,
// not the default of the maker at the chain's start.
package builders

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

type rates struct {
	http *http.Client
	exec failsafe.Executor[string]
	tide failsafe.Executor[string]
}

func newRates() *rates {
	slow := retrypolicy.NewBuilder[string]().
		HandleErrors(io.ErrUnexpectedEOF).
		AbortOnErrors(context.Canceled).
		WithMaxRetries(4).
		WithBackoff(200*time.Millisecond, time.Second).
		WithJitterFactor(0.25).
		ReturnLastFailure().
		Build()
	fast := retrypolicy.NewBuilder[string]().WithMaxRetries(4).Build()
	return &rates{http: http.DefaultClient, exec: failsafe.With(slow), tide: failsafe.With(fast)}
}

func (r *rates) get(url string) (string, error) {
	resp, err := r.http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return string(data), err
}

func (r *rates) paced(url string) (string, error) {
	return r.exec.Get(func() (string, error) { return r.get(url) })
}

func (r *rates) tight(url string) (string, error) {
	return r.tide.Get(func() (string, error) { return r.get(url) }) // want `after a failure the operation is tried again at once, 5 times in a row`
}
