package kept

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

// The third failure ends the reader: they are counted over its life.
type reader struct {
	c     *http.Client
	tries int
	err   error
}

func NewReader() *reader { return &reader{c: http.DefaultClient} }

func (r *reader) Read(ctx context.Context) error {
	if r.err != nil {
		return r.err
	}
	for {
		err := ask(ctx, r.c)
		if err == nil {
			return nil
		}
		if err := r.again(ctx, err); err != nil {
			return err
		}
	}
}

func (r *reader) again(ctx context.Context, err error) error {
	r.tries++
	if r.tries > 3 {
		r.err = err
		return r.err
	}
	return sleep(ctx, time.Second<<r.tries+rand.N(time.Second))
}

// Nothing ends this one, and its delay stays long.
type lasting struct {
	c     *http.Client
	tries int
}

func NewLasting() *lasting { return &lasting{c: http.DefaultClient} }

func (l *lasting) Read(ctx context.Context) error {
	for {
		err := ask(ctx, l.c)
		if err == nil {
			return nil
		}
		if err := l.again(ctx); err != nil {
			return err
		}
	}
}

func (l *lasting) again(ctx context.Context) error {
	l.tries++ // want `tries is kept from call to call, grows with each failure and is never set back`
	return sleep(ctx, time.Second<<min(l.tries, 6)+rand.N(time.Second))
}
