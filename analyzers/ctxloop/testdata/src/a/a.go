package a

import (
	"context"
	"errors"
	"io"
	"log"
	"time"
)

type conn interface {
	Receive(ctx context.Context) (string, error)
	Close() error
}

func sweep()        {}
func handle(string) {}
func fatal(error) bool

func breakInSelect(ctx context.Context, t *time.Ticker) {
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			log.Print("stopped")
			break // want `break leaves only the select at a.go:22, so the loop at a.go:21 goes on, without waiting, after ctx is over; return, or break with a label on the loop`
		}
		sweep()
	}
}

func breakWithCleanup(ctx context.Context, c conn, t *time.Ticker) {
	for {
		select {
		case <-ctx.Done():
			c.Close()
			break // want `break leaves only the select`
		case <-t.C:
			sweep()
		}
	}
}

func breakInCounted(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		select {
		case <-ctx.Done():
			break // want `break leaves only the select`
		case <-time.After(time.Second):
		}
		sweep()
	}
	return nil
}

func onlyLogs(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done(): // want `the loop at a.go:57 goes on after ctx is over: every way out of this case leads back to the select, which is then always ready; return here`
			log.Print("bye")
		case s := <-in:
			handle(s)
		}
	}
}

func continues(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done(): // want `goes on after ctx is over`
			continue
		default:
		}
		handle(<-in)
	}
}

func errContinues(ctx context.Context, in chan string) {
	for {
		if ctx.Err() != nil {
			log.Print("cancelled")
			continue // want `the loop at a.go:79 goes on after ctx is over: this continue leads back to its start; return here`
		}
		handle(<-in)
	}
}

func receiveForEver(ctx context.Context, c conn) {
	for {
		s, err := c.Receive(ctx)
		if err != nil {
			log.Print(err)
			continue // want `when ctx is over, conn.Receive fails at once and this loop tries it again for ever: nothing in the loop at a.go:89 looks at ctx; return when ctx.Err\(\) is not nil`
		}
		handle(s)
	}
}

// Right.

func returns(ctx context.Context, t *time.Ticker) {
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
		sweep()
	}
}

func labelled(ctx context.Context, t *time.Ticker) {
loop:
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			break loop
		}
		sweep()
	}
}

func flag(ctx context.Context, in chan string) {
	stopping := false
	for !stopping {
		select {
		case <-ctx.Done():
			stopping = true
			break
		case s := <-in:
			handle(s)
		}
	}
}

func drains(ctx context.Context, in chan string) {
	done := ctx.Done()
	var limit <-chan time.Time
	for {
		select {
		case <-done:
			done = nil
			limit = time.After(time.Second)
		case <-limit:
			return
		case s := <-in:
			handle(s)
		}
	}
}

func leftAfterSelect(ctx context.Context, t *time.Ticker) error {
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		sweep()
	}
}

func condLooks(ctx context.Context, t *time.Ticker) {
	for ctx.Err() == nil {
		select {
		case <-t.C:
		case <-ctx.Done():
			break
		}
		sweep()
	}
}

func closesSomething(ctx context.Context, c conn, in chan string) {
	for {
		select {
		case <-ctx.Done():
			c.Close() // closes in, which ends the loop
		case s, ok := <-in:
			if !ok {
				return
			}
			handle(s)
		}
	}
}

func drainsQueue(ctx context.Context, jobs chan string) {
	for j := range jobs {
		if ctx.Err() != nil {
			continue // takes what is left, does nothing with it
		}
		handle(j)
	}
}

func skipsItems(ctx context.Context, items []string) {
	for _, it := range items {
		select {
		case <-ctx.Done():
			continue
		default:
		}
		handle(it)
	}
}

func receiveLooks(ctx context.Context, c conn) error {
	for {
		s, err := c.Receive(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue
		}
		handle(s)
	}
}

func receiveEnds(ctx context.Context, c conn) error {
	for {
		s, err := c.Receive(ctx)
		if errors.Is(err, io.EOF) || fatal(err) {
			return err
		}
		if err != nil {
			continue
		}
		handle(s)
	}
}

func receiveWaits(ctx context.Context, c conn) error {
	for {
		s, err := c.Receive(ctx)
		if err != nil {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
			continue
		}
		handle(s)
	}
}

func once(ctx context.Context) {
	select {
	case <-ctx.Done():
		break
	case <-time.After(time.Second):
	}
}

func perMessage(ctx context.Context, c conn) {
	for {
		mctx, cancel := context.WithTimeout(ctx, time.Second)
		s, err := c.Receive(mctx) // want `when ctx is over, conn.Receive fails at once and this loop tries it again for ever: nothing in the loop at a.go:\d+ looks at ctx`
		cancel()
		if err != nil { // may be the limit of this turn
			continue
		}
		handle(s)
	}
}

// The Done case only ends the wait; the head of the loop looks again.
func looksAtHead(ctx context.Context, in, out chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-in:
			select {
			case <-ctx.Done():
			case out <- s:
			}
		}
	}
}

func looksFirst(ctx context.Context, t *time.Ticker) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		select {
		case <-t.C:
			sweep()
		case <-ctx.Done():
		}
	}
}

// The next receive fails when the context of the stream is over.
func streamEnds(ctx context.Context, c conn, out chan string) error {
	for {
		s, err := c.Receive(ctx)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case out <- s:
		}
	}
}

// A break that leaves only the switch.
func breakSwitch(ctx context.Context, read func(context.Context) (int, error), _ func(string)) {
	for n := 0; ; n++ {
		v, err := read(ctx)
		switch {
		case errors.Is(err, context.Canceled):
			log.Println("end")
			break // want `break leaves only the switch at a.go:\d+, so the loop at a.go:\d+ goes on after the context is over`
		case err != nil:
			log.Println(err)
		case v > 3:
			log.Println(v)
		}
	}
}

func breakSwitchRight(ctx context.Context, read func(context.Context) (int, error)) {
loop:
	for {
		_, err := read(ctx)
		switch {
		case errors.Is(err, context.Canceled):
			break loop
		case err != nil:
			log.Println(err)
		}
	}
}

// What comes after the failing call is never reached.
func failsFirst(ctx context.Context, read func(context.Context) (int, error), use func(int) error) error {
	for {
		v, err := read(ctx)
		if err != nil {
			log.Println(err)
			continue // want `when ctx is over, read fails at once and this loop tries it again for ever`
		}
		if err := use(v); err != nil {
			return err
		}
	}
}

// Something before the call may end the loop.
func endsBefore(ctx context.Context, closed func() bool, read func(context.Context) (int, error)) error {
	for {
		if closed() {
			return nil
		}
		_, err := read(ctx)
		if err != nil {
			log.Println(err)
			continue
		}
	}
}

// The case is done once, and stays ready.
func onceOnly(ctx context.Context, notes <-chan int, stop func() error) error {
	stopped := false
	for {
		select {
		case n := <-notes:
			if n == 0 {
				return nil
			}
		case <-ctx.Done(): // want `this case is always ready once ctx is over, so the loop at a.go:\d+ spins until another case ends it`
			if !stopped {
				stopped = true
				if err := stop(); err != nil {
					return err
				}
			}
			continue
		}
	}
}

func onceRight(ctx context.Context, notes <-chan int, stop func() error) error {
	done := ctx.Done()
	for {
		select {
		case n := <-notes:
			if n == 0 {
				return nil
			}
		case <-done:
			done = nil
			if err := stop(); err != nil {
				return err
			}
		}
	}
}

// Two places see the end, and neither leaves.
func twoPlaces(ctx context.Context, t *time.Ticker, read func(context.Context) error) {
	for {
		err := read(ctx)
		switch {
		case errors.Is(err, context.Canceled):
			break // want `break leaves only the switch`
		case err != nil:
			_ = err
		}
		select {
		case <-t.C:
		case <-ctx.Done(): // want `goes on after ctx is over`
		}
	}
}
