// Package good calls a mountain railway's API with passes that are renewed when they lapse. Each
// renewal runs on the context of the call that needs it, with a limit.
package good

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
	authority Authority
	account   string

	mu   sync.Mutex
	pass Pass
}

// Open returns an issuer that has a first pass.
func Open(parent context.Context, authority Authority, account string) (*Issuer, error) {
	ctx, cancel := context.WithTimeout(parent, openLimit)
	defer cancel()
	i := &Issuer{authority: authority, account: account}
	pass, err := authority.Issue(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("first pass of %s: %w", account, err)
	}
	i.pass = pass
	return i, nil
}

// Secret returns a secret that is good for at least a minute.
func (i *Issuer) Secret(ctx context.Context) (string, error) {
	if p := i.current(); time.Until(p.Until) > time.Minute {
		return p.Secret, nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewLimit)
	defer cancel()
	pass, err := i.authority.Issue(ctx, i.account)
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
