package a

import (
	"context"
	"log"
	"time"
)

func rounds(ctx context.Context, pop func() []string) {
	for {
		for _, s := range pop() {
			if ctx.Err() != nil {
				break // want `break leaves only the loop at inner.go:\d+, and nothing leaves the loop at inner.go:\d+ around it, which goes on after ctx is over`
			}
			handle(s)
		}
	}
}

func again(ctx context.Context, in <-chan string) {
	for {
	inner:
		for {
			select {
			case <-ctx.Done():
				break inner // want `break leaves only the loop at inner.go:\d+, and what comes next is the same again in the loop at inner.go:\d+ around it`
			case s, ok := <-in:
				if !ok {
					return
				}
				handle(s)
			}
		}
		log.Print("next round")
	}
}

// What comes next may end it.
func roundsRight(ctx context.Context, pop func() ([]string, error)) error {
	for {
		list, err := pop()
		if err != nil {
			return err
		}
		for _, s := range list {
			if ctx.Err() != nil {
				break
			}
			handle(s)
		}
	}
}

func againRight(ctx context.Context, in <-chan string) {
	for {
	inner:
		for {
			select {
			case <-ctx.Done():
				break inner
			case s := <-in:
				handle(s)
			}
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// It begins anew with another context.
func sessions(ctxs <-chan context.Context, in <-chan string) {
	for {
		ctx := <-ctxs
	inner:
		for {
			select {
			case <-ctx.Done():
				break inner
			case s := <-in:
				handle(s)
			}
		}
	}
}

func asksWhich(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done(): // want `goes on after ctx is over: every way out of this case leads back to the select`
			switch ctx.Err() {
			case context.Canceled:
				log.Print("cancelled")
			default:
				log.Print("late")
			}
			continue
		case s := <-in:
			handle(s)
		}
	}
}

func asksWhichRight(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done():
			switch ctx.Err() {
			case context.Canceled:
				return
			default:
				return
			}
		case s := <-in:
			handle(s)
		}
	}
}

func afterFlush(ctx context.Context, in <-chan string, flush func([]string)) {
	var buf []string
	for {
		select {
		case s := <-in:
			buf = append(buf, s)
		case <-ctx.Done():
			break // want `break leaves only the select at inner.go:\d+, so after ctx is over the loop at inner.go:\d+ goes round without waiting as long as there is nothing to do`
		}
		if len(buf) == 0 {
			continue
		}
		flush(buf)
		buf = nil
		if ctx.Err() != nil {
			return
		}
	}
}

func afterFlushPlain(ctx context.Context, in <-chan string, tick *time.Ticker, flush func([]string)) {
	var buf []string
	for {
		select {
		case s := <-in:
			buf = append(buf, s)
		case <-tick.C:
		case <-ctx.Done(): // want `this case leads out of the select at inner.go:\d+ only, so after ctx is over`
		}
		if len(buf) > 0 {
			flush(buf)
			buf = buf[:0]
			if ctx.Err() != nil {
				return
			}
		}
	}
}

// It looks whether there was something or not.
func afterFlushRight(ctx context.Context, in <-chan string, tick *time.Ticker, flush func([]string)) {
	var buf []string
	for {
		select {
		case s := <-in:
			buf = append(buf, s)
		case <-tick.C:
		case <-ctx.Done():
		}
		if len(buf) > 0 {
			flush(buf)
			buf = buf[:0]
		}
		if ctx.Err() != nil {
			return
		}
	}
}

func looksFirstThing(ctx context.Context, in <-chan string, flush func([]string)) {
	var buf []string
	for {
		if ctx.Err() != nil {
			return
		}
		select {
		case s := <-in:
			buf = append(buf, s)
		case <-ctx.Done():
		}
		if len(buf) > 0 {
			flush(buf)
			buf = nil
		}
	}
}
