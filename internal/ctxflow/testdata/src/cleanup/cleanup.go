// Package cleanup asks whether code is clean-up.
package cleanup

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

func mode()                {}
func over(context.Context) {}
func work(context.Context) {}
func more() bool           { return false }

func plain(ctx context.Context) { mode() } // want "^none$"

func deferred(ctx context.Context) {
	defer mode() // want "^defer$"
	defer func() {
		mode() // want "^defer$"
	}()
	func() {
		mode() // want "^none$"
	}()
}

func afterDone(ctx context.Context) {
	mode() // want "^none$"
	<-ctx.Done()
	mode() // want "^over$"
}

func inCase(ctx context.Context, tick <-chan time.Time) {
	for {
		select {
		case <-tick:
			mode() // want "^none$"
		case <-ctx.Done():
			mode() // want "^over$"
			return
		}
	}
}

func afterLoop(ctx context.Context, tick <-chan time.Time) {
loop:
	for {
		select {
		case <-tick:
		case <-ctx.Done():
			break loop
		}
	}
	mode() // want "^over$"
}

func afterMixedLoop(ctx context.Context, tick <-chan time.Time) {
loop:
	for {
		select {
		case <-tick:
			if more() {
				break loop
			}
		case <-ctx.Done():
			break loop
		}
	}
	mode() // want "^none$"
}

func afterCond(ctx context.Context) {
	for ctx.Err() == nil {
		work(ctx)
	}
	mode() // want "^over$"
}

func errTest(ctx context.Context) {
	if ctx.Err() != nil {
		mode() // want "^over$"
	} else {
		mode() // want "^none$"
	}
	if err := ctx.Err(); err != nil {
		mode() // want "^over$"
	}
	if more() || ctx.Err() != nil {
		mode() // want "^none$"
	}
	if more() && ctx.Err() != nil {
		mode() // want "^over$"
	}
	if ctx.Err() == nil {
		mode() // want "^none$"
	} else {
		mode() // want "^over$"
	}
}

func errIs(err error) {
	if errors.Is(err, context.Canceled) {
		mode() // want "^over$"
	}
}

func signalled() {
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	mode() // want "^none$"
	<-ch
	mode() // want "^over$"
}

func hook(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		mode() // want "^over$"
	})
	defer stop()
}

func inTest(t *testing.T) {
	t.Cleanup(func() {
		mode() // want "^defer$"
	})
}

type server struct {
	http   *http.Server
	cancel context.CancelFunc
	done   chan struct{}
}

func (s *server) Close() error { mode(); return nil } // want "^shutdown$"

func (s *server) Shutdown(ctx context.Context) error { mode(); return nil } // want "^shutdown$"

func (s *server) Closest() { mode() } // want "^none$"

func (s *server) end() {
	s.cancel()
	mode() // want "^shutdown$"
}

func (s *server) finish() {
	close(s.done)
	mode() // want "^shutdown$"
}

// Whoever asks to close or stop something asks like any other.

func (s *server) close(w http.ResponseWriter, r *http.Request) { mode() } // want "^none$"

func (s *server) stopJob(ctx context.Context, id string) error {
	mode() // want "^none$"
	return ask(ctx, id)
}

type closeRequest struct{ id string }

func (s *server) CloseAccount(ctx context.Context, r *closeRequest) (*closeRequest, error) {
	mode() // want "^none$"
	return r, nil
}

// What is called to clean up does so, as does what has no other work, or gives back.

func (s *server) stopOne(ctx context.Context, id string) error {
	mode() // want "^shutdown$"
	return ask(ctx, id)
}

func (s *server) runsOne(ctx context.Context) {
	defer s.stopOne(ctx, "a")
}

func (s *server) closeOne(ctx context.Context, id string) { mode() } // want "^shutdown$"

func (s *server) unlock(ctx context.Context, id string) error {
	mode() // want "^shutdown$"
	return ask(ctx, id)
}

func ask(ctx context.Context, id string) error { return nil }

func (s *server) release(ctx context.Context) { mode() } // want "^shutdown$"

func (s *server) cancelled(ctx context.Context) {
	over(ctx) // want "^alive$"
	sub, cancel := context.WithTimeout(ctx, time.Second)
	over(sub) // want "^alive$"
	cancel()
	over(sub) // want `^over by cancelled line \d+$`
	over(ctx) // want "^alive$"
	sub, cancel = context.WithTimeout(ctx, time.Second)
	over(sub) // want "^alive$"
	cancel()
}

func seen(ctx context.Context) {
	sub, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-sub.Done()
	over(sub)                        // want `^over by seen line \d+$`
	over(ctx)                        // want "^alive$"
	over(context.WithoutCancel(sub)) // want "^alive$"
	<-ctx.Done()
	over(ctx)                              // want `^over by seen line \d+$`
	over(context.WithValue(ctx, "k", "v")) // want `^over by seen line \d+$`
	over(context.Background())             // want "^alive$"
}

func seenInSelect(ctx context.Context, other context.Context) {
	select {
	case <-ctx.Done():
		over(ctx)   // want `^over by seen line \d+$`
		over(other) // want "^alive$"
	case <-other.Done():
		over(ctx) // want "^alive$"
	}
}

func group(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { work(gctx); return nil })
	over(gctx) // want "^alive$"
	if err := g.Wait(); err != nil {
		return err
	}
	over(gctx) // want `^over by group line \d+$`
	over(ctx)  // want "^alive$"
	return nil
}

func deferOrder(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		over(ctx) // want `^over by deferred line \d+$`
	}()
	defer cancel()
	defer func() {
		over(ctx) // want "^alive$"
	}()
}

func feeds(s *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s.Shutdown(ctx)
}
