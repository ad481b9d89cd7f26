package more

import (
	"context"
	"errors"
)

// The deferred send is made when there was a panic, and then the other was not.
func recovered(ctx context.Context, f func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				errc <- errors.New("panic")
			}
		}()
		errc <- f()
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func recoveredEarly(ctx context.Context, f func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			errc <- errors.New("panic")
		}()
		errc <- f()
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A mark says whether the other was made.
func marked(ctx context.Context, f func() error) error {
	errc := make(chan error, 1)
	go func() {
		ok := false
		defer func() {
			if !ok {
				errc <- errors.New("exited")
			}
		}()
		err := f()
		ok = true
		errc <- err
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Both are made.
func sentTwice(ctx context.Context, f func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			errc <- errors.New("closed") // want `stays at the send on errc for ever: 2 values are sent, there is room for 1`
		}()
		errc <- f() // want `stays at the send on errc for ever: 2 values are sent, there is room for 1`
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// There is no room even for the one that is made.
func noneAtAll(ctx context.Context, f func() error) error {
	errc := make(chan error)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				errc <- errors.New("panic") // want `stays at the send on errc for ever: nothing receives from it once`
			}
		}()
		errc <- f() // want `stays at the send on errc for ever: nothing receives from it once`
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
