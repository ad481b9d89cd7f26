package a

import (
	"context"
	"errors"
	"log"
	"time"
)

type mailbox interface {
	Next(ctx context.Context) (string, error)
	Done(ctx context.Context, id string) error
}

// The pause ends, and success cannot come any more.
func untilDone(ctx context.Context, m mailbox, id string) {
	for {
		if err := m.Done(ctx, id); err == nil {
			return
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done(): // want `the loop at again.go:\d+ goes on after ctx is over`
		}
	}
}

// Right: it leaves at another failure, too.
func untilDoneOr(ctx context.Context, m mailbox, id string) error {
	for {
		err := m.Done(ctx, id)
		if err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// Right: what leads out does not take the context.
func untilOpen(ctx context.Context, open func() error) {
	for {
		if err := open(); err == nil {
			return
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

func bySwitch(ctx context.Context, m mailbox, out chan<- string) {
	for {
		s, err := m.Next(ctx)
		switch err {
		case nil:
			out <- s
		case context.Canceled: // want `the loop at again.go:\d+ goes on after ctx is over: this case leads back to its start, where mailbox.Next fails again at once`
			log.Println("cancelled")
		default:
			log.Println(err)
		}
	}
}

func bySwitchRight(ctx context.Context, m mailbox, out chan<- string) {
	for {
		s, err := m.Next(ctx)
		switch {
		case err == nil:
			out <- s
		case errors.Is(err, context.Canceled):
			return
		default:
			log.Println(err)
		}
	}
}

// Another's context: each message has a time of its own.
func byTurn(ctx context.Context, m mailbox, out chan<- string) {
	for {
		tctx, cancel := context.WithTimeout(ctx, time.Second)
		s, err := m.Next(tctx)
		cancel()
		switch {
		case err == nil:
			out <- s
		case errors.Is(err, context.DeadlineExceeded):
		default:
			return
		}
	}
}

// Both errors lead back.
func both(ctx context.Context, m mailbox, out chan<- string) error {
	for {
		s, err := m.Next(ctx)
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			continue // want `the loop at again.go:\d+ goes on after ctx is over: this continue leads back to its start`
		}
		if err != nil {
			return err
		}
		out <- s
	}
}

// The look only speaks, and the call that fails leads back.
func lookAndGoOn(ctx context.Context, m mailbox, out chan<- string) {
	for {
		if err := ctx.Err(); err != nil {
			log.Println("over:", err)
		}
		s, err := m.Next(ctx)
		if err != nil {
			log.Println(err)
			continue // want `when ctx is over, mailbox.Next fails at once and this loop tries it again for ever`
		}
		out <- s
	}
}

func lookAndLeave(ctx context.Context, m mailbox, out chan<- string) {
	for {
		if err := ctx.Err(); err != nil {
			return
		}
		s, err := m.Next(ctx)
		if err != nil {
			log.Println(err)
			continue
		}
		out <- s
	}
}
