package more

import (
	"context"
	"log"
	"sync/atomic"
	"time"
)

func upload(ctx context.Context, parts [][]byte, put func(context.Context, []byte) error) error {
	var n atomic.Int64
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done(): // want `the goroutine stays until ctx is over, even when upload has returned`
				return
			case <-t.C:
				log.Printf("%d of %d", n.Load(), len(parts))
			}
		}
	}()
	for _, p := range parts {
		if err := put(ctx, p); err != nil {
			return err
		}
		n.Add(1)
	}
	return nil
}

func upload2(ctx context.Context, parts [][]byte, put func(context.Context, []byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var n atomic.Int64
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				log.Printf("%d of %d", n.Load(), len(parts))
			}
		}
	}()
	for _, p := range parts {
		if err := put(ctx, p); err != nil {
			return err
		}
		n.Add(1)
	}
	return nil
}

type cache struct{ m map[string]string }

func (c *cache) Warm(ctx context.Context, load func(context.Context) error) error {
	if err := load(ctx); err != nil {
		return err
	}
	go func() {
		t := time.NewTicker(time.Minute)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				_ = load(ctx)
			}
		}
	}()
	return nil
}

// A heartbeat without an end.
func beats(ctx context.Context, beat func(), f func(context.Context) error) error {
	go func() {
		for range time.Tick(time.Second) { // want `the goroutine goes round for ever: nothing ends it when beats returns, and each call starts another`
			beat()
		}
	}()
	return f(ctx)
}

func beatsBySleep(ctx context.Context, beat func(), f func(context.Context) error) error {
	go func() {
		for { // want `the goroutine goes round for ever`
			beat()
			time.Sleep(time.Second)
		}
	}()
	return f(ctx)
}

func beatsRight(ctx context.Context, beat func(), f func(context.Context) error) error {
	hctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for {
			select {
			case <-hctx.Done():
				return
			case <-time.After(time.Second):
				beat()
			}
		}
	}()
	return f(ctx)
}

// Without a context of anybody's: it may live as long as the program.
func background(beat func()) {
	go func() {
		for range time.Tick(time.Second) {
			beat()
		}
	}()
	beat()
}

// The stop channel is not closed when the work fails.
func stops(ctx context.Context, f func(context.Context) error) error {
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop: // want `the goroutine ends only when stop is closed, which stops does at progress.go:\d+ but not before it leaves at progress.go:\d+: it stays for ever then; close it in a defer`
				return
			case <-time.After(time.Second):
				log.Print("still there")
			}
		}
	}()
	if err := f(ctx); err != nil {
		return err
	}
	close(stop)
	return nil
}

func spin(stop <-chan struct{}) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			log.Print("still there")
		case <-stop:
			return
		}
	}
}

func stopsDeclared(ctx context.Context, f func(context.Context) error) error {
	stop := make(chan struct{})
	go spin(stop) // want `the goroutine ends only when stop is closed`
	if err := f(ctx); err != nil {
		return err
	}
	close(stop)
	return nil
}

func stopsRight(ctx context.Context, f func(context.Context) error) error {
	stop := make(chan struct{})
	defer close(stop)
	go spin(stop)
	return f(ctx)
}

func stopsBoth(ctx context.Context, f func(context.Context) error) error {
	stop := make(chan struct{})
	go spin(stop)
	err := f(ctx)
	close(stop)
	return err
}

type line struct {
	text string
	err  error
}

// Lines is returned to others as well; one that leaves early is in sight.
func Lines(ctx context.Context, next func(ctx context.Context) ([]string, error)) <-chan line {
	out := make(chan line, 16)
	go func() {
		defer close(out)
		for {
			texts, err := next(ctx)
			if err != nil {
				return
			}
			for _, t := range texts {
				out <- line{text: t} // want `stays at the send on out for ever: its receiver in useLines leaves with an error`
			}
		}
	}()
	return out
}

func useLines(ctx context.Context, next func(ctx context.Context) ([]string, error), use func(string) error) error {
	for l := range Lines(ctx, next) {
		if err := use(l.text); err != nil {
			return err
		}
	}
	return nil
}

// Right: the send looks at the context.
func LinesRight(ctx context.Context, next func(ctx context.Context) ([]string, error)) <-chan line {
	out := make(chan line, 16)
	go func() {
		defer close(out)
		for {
			texts, err := next(ctx)
			if err != nil {
				return
			}
			for _, t := range texts {
				select {
				case out <- line{text: t}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out
}

func useLinesRight(ctx context.Context, next func(ctx context.Context) ([]string, error), use func(string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for l := range LinesRight(ctx, next) {
		if err := use(l.text); err != nil {
			return err
		}
	}
	return nil
}
