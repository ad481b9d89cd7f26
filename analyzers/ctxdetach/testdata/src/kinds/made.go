package kinds

import (
	"context"
	"time"
)

type shelf interface {
	Has(ctx context.Context, id string) (bool, error)
	Put(ctx context.Context, id string) error
}

type copier struct {
	shelf shelf
	limit time.Duration
	quit  chan struct{}
}

// Every call has its limit from here, and all who ask have a caller.
func (c *copier) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), c.limit) // want `\(\*copier\).limited makes a context that starts here, and \(\*copier\).known calls shelf.Has under it: the end of ctx does not reach that, although the caller waits for it; give \(\*copier\).limited the caller's context`
}

func (c *copier) known(ctx context.Context, id string) (bool, error) {
	sub, cancel := c.limited()
	defer cancel()
	return c.shelf.Has(sub, id)
}

func (c *copier) put(ctx context.Context, id string) error {
	sub, cancel := c.limited()
	defer cancel()
	return c.shelf.Put(sub, id)
}

func plain() context.Context {
	return context.TODO() // want `plain makes a context that starts here`
}

func (c *copier) plainly(ctx context.Context, id string) (bool, error) {
	return c.shelf.Has(plain(), id)
}

// What is stored is brought to its end.
func (c *copier) storing() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), c.limit)
}

func (c *copier) store(ctx context.Context, id string) error {
	sub, cancel := c.storing()
	defer cancel()
	return c.shelf.Put(sub, id)
}

// One of those who ask has no caller.
func (c *copier) either() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), c.limit)
}

func (c *copier) eitherKnown(ctx context.Context, id string) (bool, error) {
	sub, cancel := c.either()
	defer cancel()
	return c.shelf.Has(sub, id)
}

func (c *copier) background(id string) (bool, error) {
	sub, cancel := c.either()
	defer cancel()
	return c.shelf.Has(sub, id)
}

// Others can ask.
func (c *copier) Limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), c.limit)
}

func (c *copier) openKnown(ctx context.Context, id string) (bool, error) {
	sub, cancel := c.Limited()
	defer cancel()
	return c.shelf.Has(sub, id)
}

// It ends with another thing.
func (c *copier) untilQuit() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer cancel()
		<-c.quit
	}()
	return ctx, cancel
}

func (c *copier) quitKnown(ctx context.Context, id string) (bool, error) {
	sub, cancel := c.untilQuit()
	defer cancel()
	return c.shelf.Has(sub, id)
}
