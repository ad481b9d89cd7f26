// Package commands has goroutines that the end of a command leaves behind.
package commands

import (
	"context"
	"errors"

	"github.com/mini/cli"
)

func list(n int) chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i
		}
	}()
	return out
}

// The process ends after it.
func get(c *cli.Context) error {
	for _, arg := range c.Args {
		if err := one(len(arg)); err != nil {
			return err
		}
	}
	return nil
}

func one(n int) error {
	for i := range list(n) {
		if i > 3 {
			return errors.New("too many")
		}
	}
	return nil
}

// A mirror begins anew for as long as it runs.
func mirror(c *cli.Context) error {
	for {
		if err := round(context.Background(), len(c.Args)); err == nil {
			return nil
		}
	}
}

func round(ctx context.Context, n int) error {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			if i == 7 {
				out <- -1 // want `the goroutine stays at the send on out for ever`
				continue
			}
			out <- i // the same goroutine, for the same reason
		}
	}()
	for i := range out {
		if i > 3 {
			return errors.New("too many")
		}
	}
	return nil
}

// A type for tests does what they want.
type mockSender struct{ sent chan int }

func newMock() *mockSender { return &mockSender{sent: make(chan int)} }

func (m *mockSender) send(n int) { m.sent <- n }

type sender struct{ sent chan int }

func newSender() *sender { return &sender{sent: make(chan int)} }

func (m *sender) send(n int) { m.sent <- n } // want `whoever calls \(\*sender\).send stays at the send on m.sent for ever`
