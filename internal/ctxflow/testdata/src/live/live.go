// Package live asks when literals run.
package live

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cenkalti/backoff/v4"
)

func here() {}

func plain() { here() } // want "^sync$"

func immediate() {
	func() {
		here() // want "^sync$"
	}()
}

func deferred() {
	defer func() {
		here() // want "^deferred$"
	}()
}

func goroutine() {
	go func() {
		here() // want "^go$"
	}()
}

func waited() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		here() // want "^waited$"
	}()
	wg.Wait()
}

func goWaited() {
	var wg sync.WaitGroup
	wg.Go(func() {
		here() // want "^waited$"
	})
	wg.Wait()
}

func waitedElsewhere() *sync.WaitGroup {
	var wg sync.WaitGroup
	wg.Go(func() {
		here() // want "^go$"
	})
	return &wg
}

func byChannel() error {
	errs := make(chan error, 1)
	go func() {
		here() // want "^waited$"
		errs <- nil
	}()
	return <-errs
}

func abandoned(ctx context.Context) error {
	errs := make(chan error, 1)
	go func() {
		here() // want "^waited abandons$"
		errs <- nil
	}()
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func closer(items []int) {
	results := make(chan int)
	var wg sync.WaitGroup
	for range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			here() // want "^waited$"
			results <- 1
		}()
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for range results {
	}
}

func group(ctx context.Context) error {
	g, _ := errgroup.WithContext(ctx)
	g.Go(func() error {
		here() // want "^waited$"
		return nil
	})
	return g.Wait()
}

func driver() error {
	return backoff.Retry(func() error {
		here() // want "^sync repeats$"
		return nil
	}, backoff.NewExponentialBackOff())
}

func sorted(s []int) {
	slices.SortFunc(s, func(a, b int) int {
		here() // want "^sync$"
		return a - b
	})
}

func once(o *sync.Once) {
	o.Do(func() {
		here() // want "^sync$"
	})
}

func timer() {
	time.AfterFunc(time.Second, func() {
		here() // want "^stored$"
	})
}

func handler() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		here() // want "^stored$"
	})
}

func converted() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		here() // want "^stored$"
	})
}

func returned() func() {
	return func() {
		here() // want "^stored$"
	}
}

type box struct{ f func() }

func stored(b *box) {
	b.f = func() {
		here() // want "^stored$"
	}
}

func variable() {
	f := func() {
		here() // want "^sync$"
	}
	f()
}

func variableGo() {
	f := func() {
		here() // want "^go$"
	}
	f()
	go f()
}

func variableInGoroutine() {
	f := func() {
		here() // want "^go$"
	}
	go func() {
		f()
	}()
}

func runs(f func())                                                    { f() }
func runsLater(f func())                                               { go f() }
func keeps(b *box, f func())                                           { b.f = f }
func nested(f func())                                                  { runs(f) }
func wrapped(f func())                                                 { runs(func() { f() }) }
func wrappedGo(f func())                                               { go func() { f() }() }
func withCtx(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

func helpers(b *box, ctx context.Context) {
	runs(func() {
		here() // want "^sync$"
	})
	runsLater(func() {
		here() // want "^go$"
	})
	keeps(b, func() {
		here() // want "^stored$"
	})
	nested(func() {
		here() // want "^sync$"
	})
	wrapped(func() {
		here() // want "^sync$"
	})
	wrappedGo(func() {
		here() // want "^go$"
	})
	withCtx(ctx, func(ctx context.Context) error {
		here() // want "^sync ctx$"
		return nil
	})
}

func handedOn(run func(func())) {
	run(func() {
		here() // want "^unknown$"
	})
}

func inTest(t *testing.T) {
	t.Run("x", func(t *testing.T) {
		here() // want "^sync$"
	})
	t.Cleanup(func() {
		here() // want "^stored$"
	})
}

func recursive() {
	var f func(n int)
	f = func(n int) {
		here() // want "^sync$"
		if n > 0 {
			f(n - 1)
		}
	}
	f(3)
}

func seq(yield func(int) bool) {}

func ranged() {
	for range seq {
		here() // want "^sync$"
	}
}

// Functions that hand a literal to each other.
func ping(n int, f func()) {
	if n > 0 {
		pong(n-1, f)
	}
	f()
}

func pong(n int, f func()) { ping(n, f) }

func pingPong() {
	ping(3, func() {
		here() // want "^sync$"
	})
}

func onlyPing(f func()) { onlyPong(f) }
func onlyPong(f func()) { onlyPing(f) }

func neverRun() {
	onlyPing(func() {
		here() // want "sync"
	})
}
