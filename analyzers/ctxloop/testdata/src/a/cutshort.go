package a

import (
	"context"
	"log"
	"time"
)

type valves interface {
	Set(valve int, open bool) error
	Put(ctx context.Context, valve int) error
}

// rest says whether it was left to its end.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// restErr says it by an error.
func restErr(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// restQuiet does not say.
func restQuiet(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return true
}

func water(ctx context.Context, v valves, rows []int) error {
	for _, row := range rows {
		if err := v.Set(row, true); err != nil {
			return err
		}
		full := rest(ctx, time.Minute) // want `the loop at cutshort.go:\d+ goes on after ctx is over: rest ends early then and says so, but that does not end the loop, and nothing else in it takes ctx`
		if !full {
			log.Println("cut short", row)
		}
		if err := v.Set(row, false); err != nil {
			return err
		}
		log.Println("watered", row, full)
	}
	return nil
}

func waterErr(ctx context.Context, v valves, rows []int) {
	for _, row := range rows {
		_ = v.Set(row, true)
		if err := restErr(ctx, time.Minute); err != nil { // want `the loop at cutshort.go:\d+ goes on after ctx is over: restErr ends early`
			log.Println("cut short", err)
		}
		_ = v.Set(row, false)
	}
}

func waterDropped(ctx context.Context, v valves, rows []int) {
	for _, row := range rows {
		_ = v.Set(row, true)
		rest(ctx, time.Minute) // want `goes on after ctx is over`
	}
}

func waterRight(ctx context.Context, v valves, rows []int) error {
	for _, row := range rows {
		if err := v.Set(row, true); err != nil {
			return err
		}
		full := rest(ctx, time.Minute)
		if err := v.Set(row, false); err != nil {
			return err
		}
		if !full {
			return ctx.Err()
		}
	}
	return nil
}

func waterBreak(ctx context.Context, v valves, rows []int) {
	for _, row := range rows {
		_ = v.Set(row, true)
		if !rest(ctx, time.Minute) {
			break
		}
	}
}

// What the loop does takes the context, and fails.
func waterUnder(ctx context.Context, v valves, rows []int) error {
	for _, row := range rows {
		if err := v.Put(ctx, row); err != nil {
			return err
		}
		rest(ctx, time.Minute)
	}
	return nil
}

// It looks at the context at the head of the next turn.
func waterLooks(ctx context.Context, v valves, rows []int) {
	for _, row := range rows {
		if ctx.Err() != nil {
			return
		}
		_ = v.Set(row, true)
		rest(ctx, time.Minute)
	}
}

// The answer is kept for later.
func waterKept(ctx context.Context, v valves, rows []int) {
	over := false
	for _, row := range rows {
		if over {
			continue
		}
		_ = v.Set(row, true)
		over = !rest(ctx, time.Minute)
	}
}

// The pause does not say how it ended.
func waterQuiet(ctx context.Context, v valves, rows []int) {
	for _, row := range rows {
		_ = v.Set(row, true)
		_ = restQuiet(ctx, time.Minute)
	}
}
