package a

import (
	"context"
	"log"
	"time"
)

func write(context.Context, []string) error { return nil }

// While nothing is pending, the loop spins.
func idleBatch(ctx context.Context, in <-chan string, t *time.Ticker) error {
	var pending []string
	for {
		select {
		case s, ok := <-in:
			if !ok {
				return write(ctx, pending)
			}
			pending = append(pending, s)
			continue
		case <-t.C:
		case <-ctx.Done():
			log.Print("ends")
			break // want `break leaves only the select at idle.go:\d+, so after ctx is over the loop at idle.go:\d+ goes round without waiting as long as there is nothing to do \(len\(pending\) == 0 at idle.go:\d+\); return, or break with a label on the loop`
		}
		if len(pending) == 0 {
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

func idleCount(ctx context.Context, in <-chan string, t *time.Ticker) error {
	n := 0
	for {
		select {
		case <-in:
			n++
		case <-ctx.Done():
			break // want `goes round without waiting as long as there is nothing to do \(n > 0 at`
		case <-t.C:
		}
		if n > 0 {
			if err := write(ctx, nil); err != nil {
				return err
			}
			n = 0
		}
	}
}

// The last flush is followed by a return.
func idleReturns(ctx context.Context, in <-chan string, t *time.Ticker) error {
	var pending []string
	for {
		select {
		case s := <-in:
			pending = append(pending, s)
			continue
		case <-t.C:
		case <-ctx.Done():
			break
		}
		if len(pending) > 0 {
			if err := write(context.WithoutCancel(ctx), pending); err != nil {
				return err
			}
			pending = nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// The case says that it was taken.
func idleFlag(ctx context.Context, in <-chan string, t *time.Ticker) error {
	var pending []string
	over := false
	for {
		select {
		case s := <-in:
			pending = append(pending, s)
		case <-t.C:
		case <-ctx.Done():
			over = true
			break
		}
		if over && len(pending) == 0 {
			return nil
		}
		if len(pending) == 0 {
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

// What is written is made anew in each turn, and is never empty.
func idleNever(ctx context.Context, t *time.Ticker, gather func() []string) error {
	for {
		select {
		case <-t.C:
		case <-ctx.Done():
			break
		}
		pending := gather()
		if len(pending) == 0 {
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
	}
}

// The way back waits.
func idleSleeps(ctx context.Context, in <-chan string, t *time.Ticker) error {
	var pending []string
	for {
		select {
		case s := <-in:
			pending = append(pending, s)
		case <-t.C:
		case <-ctx.Done():
			break
		}
		if len(pending) == 0 {
			time.Sleep(time.Second)
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

// The case closes what feeds the loop.
func idleCloses(ctx context.Context, c conn, in <-chan string, t *time.Ticker) error {
	var pending []string
	for {
		select {
		case s, ok := <-in:
			if !ok {
				return nil
			}
			pending = append(pending, s)
		case <-t.C:
		case <-ctx.Done():
			c.Close()
			break
		}
		if len(pending) == 0 {
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
		pending = pending[:0]
	}
}

// What is gathered is gone through.
func idleRange(ctx context.Context, in <-chan string, t *time.Ticker) error {
	var pending []string
	for {
		select {
		case s := <-in:
			pending = append(pending, s)
			continue
		case <-t.C:
		case <-ctx.Done():
			break
		}
		for range pending {
			log.Print("one")
		}
		if len(pending) == 0 {
			continue
		}
		if err := write(ctx, pending); err != nil {
			return err
		}
		pending = nil
	}
}
