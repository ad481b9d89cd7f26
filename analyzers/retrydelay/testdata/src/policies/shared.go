package policies

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func newPolicy() backoff.BackOff {
	return backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4)
}

var (
	sharedPolicy   = newPolicy()
	constantPolicy = backoff.NewConstantBackOff(time.Second)
)

type page struct {
	b      broker
	policy *backoff.ExponentialBackOff
	mu     sync.Mutex
}

func newPage(b broker) *page { return &page{b: b, policy: backoff.NewExponentialBackOff()} }

// Requests are served at the same time, and each resets the one policy.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	op := func() error { return p.b.Send(r.Context(), "x") }
	_ = backoff.Retry(op, backoff.WithContext(sharedPolicy, r.Context())) // want `the back-off sharedPolicy is made once, with the package, and all requests share it`
	_ = p.send(r.Context())
	_ = p.right(r.Context())
}

func (p *page) send(ctx context.Context) error {
	return backoff.Retry(func() error { return p.b.Send(ctx, "x") }, p.policy) // want `the back-off p.policy is made once, with the object`
}

func (p *page) right(ctx context.Context) error {
	op := func() error { return p.b.Send(ctx, "x") }
	if err := backoff.Retry(op, backoff.WithContext(newPolicy(), ctx)); err != nil {
		return err
	}
	if err := p.locked(op); err != nil {
		return err
	}
	return backoff.Retry(op, backoff.WithContext(constantPolicy, ctx)) // without a state
}

func (p *page) locked(op func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return backoff.Retry(op, sharedPolicy)
}

// The driver starts it anew for the one worker that uses it.
func (p *page) work(ctx context.Context) error {
	for {
		if err := backoff.Retry(func() error { return p.b.Send(ctx, "x") }, backoff.WithContext(p.policy, ctx)); err != nil {
			return err
		}
	}
}

// A package's policy that counts on in a loop of one's own.
var counting = backoff.NewExponentialBackOff()

func (p *page) own(ctx context.Context) error {
	for {
		err := p.b.Send(ctx, "x")
		if err == nil {
			return nil
		}
		d := counting.NextBackOff() // want `counting is kept from call to call and counts on`
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

var restarted = backoff.NewExponentialBackOff()

func (p *page) ownRight(ctx context.Context) error {
	restarted.Reset()
	for {
		err := p.b.Send(ctx, "x")
		if err == nil {
			return nil
		}
		d := restarted.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

// Goroutines that a loop starts share the one policy.
func (p *page) all(ctx context.Context, items []string) {
	var wg sync.WaitGroup
	for _, it := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = backoff.Retry(func() error { return p.b.Send(ctx, it) }, p.policy) // want `the back-off p.policy is made once, with the object, and the goroutines that run at the same time share it`
		}()
	}
	wg.Wait()
}

func (p *page) allRight(ctx context.Context, items []string) {
	var wg sync.WaitGroup
	for _, it := range items {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = backoff.Retry(func() error { return p.b.Send(ctx, it) }, newPolicy())
		}()
	}
	wg.Wait()
}

// So do those that one function is started in.
func (p *page) named(ctx context.Context, items chan string) {
	var wg sync.WaitGroup
	work := func() {
		defer wg.Done()
		for it := range items {
			_ = backoff.Retry(func() error { return p.b.Send(ctx, it) }, p.policy) // want `and the goroutines that run at the same time share it`
		}
	}
	for range 4 {
		wg.Add(1)
		go work()
	}
	wg.Wait()
}

// Each turn waits for its goroutine, so that one comes after the other.
func (p *page) oneByOne(ctx context.Context, items []string) error {
	for _, it := range items {
		done := make(chan error, 1)
		go func() {
			done <- backoff.Retry(func() error { return p.b.Send(ctx, it) }, p.policy)
		}()
		if err := <-done; err != nil {
			return err
		}
	}
	return nil
}
