// Package bad calls a mountain railway's API with passes that are renewed when they lapse. The
// issuer keeps the context it was opened with, which open bounds to ten seconds and cancels.
// The first pass is fine; the first renewal, an hour later, fails for ever.
package bad

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	openLimit  = 10 * time.Second
	renewLimit = 5 * time.Second
)

// Pass opens the API for a while.
type Pass struct {
	Secret string
	Until  time.Time
}

// Authority issues passes.
type Authority interface {
	Issue(ctx context.Context, account string) (Pass, error)
}

// Issuer renews passes.
type Issuer struct {
	ctx       context.Context
	authority Authority
	account   string

	mu   sync.Mutex
	pass Pass
}

// Open returns an issuer that has a first pass.
func Open(parent context.Context, authority Authority, account string) (*Issuer, error) {
	ctx, cancel := context.WithTimeout(parent, openLimit)
	defer cancel()                                                 // OR ignored-done
	i := &Issuer{ctx: ctx, authority: authority, account: account} // EXPECT ignored-done
	pass, err := authority.Issue(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("first pass of %s: %w", account, err)
	}
	i.pass = pass
	return i, nil
}

// Secret returns a secret that is good for at least a minute.
func (i *Issuer) Secret() (string, error) {
	if p := i.current(); time.Until(p.Until) > time.Minute {
		return p.Secret, nil
	}
	ctx, cancel := context.WithTimeout(i.ctx, renewLimit) // OR ignored-done
	defer cancel()
	pass, err := i.authority.Issue(ctx, i.account) // OR ignored-done
	if err != nil {
		return "", fmt.Errorf("renew pass of %s: %w", i.account, err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if pass.Until.After(i.pass.Until) {
		i.pass = pass
	}
	return i.pass.Secret, nil
}

func (i *Issuer) current() Pass {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.pass
}
