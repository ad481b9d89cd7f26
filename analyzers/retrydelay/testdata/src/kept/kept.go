// Package kept keeps delays in objects.
package kept

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"
)

const most = 30 * time.Second

func ask(ctx context.Context, c *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, "GET", "http://x", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// In the client itself.
type A struct {
	c *http.Client
	d time.Duration
}

func NewA() *A { return &A{c: http.DefaultClient, d: time.Second} }

func (a *A) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.d/2+rand.N(a.d)); e != nil {
			return e
		}
		a.d = min(2*a.d, most) // want `is kept from call to call, grows with each failure and is never set back`
	}
	return err
}

// reset on success
type B struct {
	c *http.Client
	d time.Duration
}

func NewB() *B { return &B{c: http.DefaultClient, d: time.Second} }

func (a *B) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			a.d = time.Second
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.d/2+rand.N(a.d)); e != nil {
			return e
		}
		a.d = min(2*a.d, most)
	}
	return err
}

// A count in an object of its own.
type pacer struct{ n int }

func (p *pacer) next() time.Duration {
	p.n++ // want `is kept from call to call, grows with each failure and is never set back`
	d := 100 * time.Millisecond << min(p.n, 8)
	return d/2 + rand.N(d)
}

type C struct {
	c *http.Client
	p pacer
}

func (a *C) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.p.next()); e != nil {
			return e
		}
	}
	return err
}

// local pacer
type pacer2 struct{ n int }

func (p *pacer2) next() time.Duration {
	p.n++
	d := 100 * time.Millisecond << min(p.n, 8)
	return d/2 + rand.N(d)
}

func D(ctx context.Context, c *http.Client) (err error) {
	var p pacer2
	for i := 0; i < 4; i++ {
		if err = ask(ctx, c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, p.next()); e != nil {
			return e
		}
	}
	return err
}

// pacer with reset, called at success
type pacer3 struct{ d time.Duration }

func (p *pacer3) next() time.Duration {
	d := p.d
	p.d *= 2
	if p.d > most {
		p.d = most
	}
	return d/2 + rand.N(d)
}
func (p *pacer3) reset() { p.d = time.Second }

type E struct {
	c *http.Client
	p *pacer3
}

func (a *E) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			a.p.reset()
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.p.next()); e != nil {
			return e
		}
	}
	return err
}

// In the method that waits.
type F struct {
	c    *http.Client
	wait time.Duration
}

func (f *F) rest(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(f.wait + rand.N(f.wait)):
	}
	f.wait = min(f.wait*2, most) // want `is kept from call to call, grows with each failure and is never set back`
	return nil
}

func (f *F) Get(ctx context.Context) error {
	for i := 1; ; i++ {
		err := ask(ctx, f.c)
		if err == nil || i == 5 {
			return err
		}
		if e := f.rest(ctx); e != nil {
			return e
		}
	}
}

// one job object per run
type job struct {
	c *http.Client
	d time.Duration
}

func (j *job) run(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, j.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, j.d/2+rand.N(j.d)); e != nil {
			return e
		}
		j.d *= 2
	}
	return err
}

func Run(ctx context.Context) error {
	j := &job{c: http.DefaultClient, d: time.Second}
	return j.run(ctx)
}

// exported field, set by others
type G struct {
	c *http.Client
	D time.Duration
}

func (a *G) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.D/2+rand.N(a.D)); e != nil {
			return e
		}
		a.D *= 2
	}
	return err
}

// a value receiver grows a copy
type H struct {
	c *http.Client
	d time.Duration
}

func (a H) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.d/2+rand.N(a.d)); e != nil {
			return e
		}
		a.d *= 2
	}
	return err
}

// the attempt number kept by the caller and set at the start
type I struct {
	c *http.Client
	d time.Duration
}

func (a *I) Get(ctx context.Context) (err error) {
	a.d = time.Second
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		if e := sleep(ctx, a.d/2+rand.N(a.d)); e != nil {
			return e
		}
		a.d *= 2
	}
	return err
}

// a jitter statistic, total waited
type J struct {
	c     *http.Client
	total time.Duration
}

func (a *J) Get(ctx context.Context) (err error) {
	for i := 0; i < 4; i++ {
		if err = ask(ctx, a.c); err == nil {
			return nil
		}
		if i == 3 {
			break
		}
		d := time.Second + rand.N(time.Second)
		if e := sleep(ctx, d); e != nil {
			return e
		}
		a.total += d
	}
	return err
}

// In an endless loop a helper makes the next delay longer.
type K struct {
	c     *http.Client
	pause time.Duration
}

func (a *K) Run(ctx context.Context) error {
	for {
		err := ask(ctx, a.c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if t, ok := err.(interface{ Final() bool }); ok && t.Final() {
			return err
		}
		if err := a.rest(ctx); err != nil {
			return err
		}
	}
}

func (a *K) rest(ctx context.Context) error {
	t := time.NewTimer(a.pause + rand.N(a.pause/2))
	defer t.Stop()
	a.pause = min(2*a.pause, time.Minute) // want `pause grows with each turn of an endless loop and is never set back`
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The session sets it back.
type L struct {
	c     *http.Client
	pause time.Duration
}

func (a *L) Run(ctx context.Context) error {
	for {
		err := a.session(ctx)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
		if err := a.rest(ctx); err != nil {
			return err
		}
	}
}

func (a *L) session(ctx context.Context) error {
	if err := ask(ctx, a.c); err != nil {
		return err
	}
	a.pause = time.Second
	return ask(ctx, a.c)
}

func (a *L) rest(ctx context.Context) error {
	t := time.NewTimer(a.pause + rand.N(a.pause/2))
	defer t.Stop()
	a.pause = min(2*a.pause, time.Minute)
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
