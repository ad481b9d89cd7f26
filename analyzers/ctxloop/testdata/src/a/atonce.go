package a

import (
	"context"
	"errors"
	"log"
	"math/rand/v2"
	"net/http"
	"time"
)

var errBusyReg = errors.New("busy")

type machine interface{ Cut(n int) error }

func readReg(ctx context.Context, hc *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://reg", nil)
	if err != nil {
		return err
	}
	resp, err := hc.Do(req)
	if err != nil {
		return errBusyReg
	}
	return resp.Body.Close()
}

// The break was meant to leave the loop.
func counted(ctx context.Context, hc *http.Client) error {
	var last error
	for try := range 5 {
		if try > 0 {
			timer := time.NewTimer(time.Second<<try + rand.N(time.Second))
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				log.Print("no more tries")
				break // want `break leaves only the select, so once ctx is over the loop at atonce.go:\d+ makes all attempts that are left`
			}
		}
		if last = readReg(ctx, hc); last == nil || !errors.Is(last, errBusyReg) {
			return last
		}
	}
	return last
}

// What follows looks.
func countedLooks(ctx context.Context, hc *http.Client) error {
	var last error
	for try := range 5 {
		if try > 0 {
			timer := time.NewTimer(time.Second)
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if last = readReg(ctx, hc); last == nil || !errors.Is(last, errBusyReg) {
			return last
		}
	}
	return last
}

// Nothing to do there; the next attempt fails under the context.
func countedNothing(ctx context.Context, hc *http.Client) error {
	var last error
	for range 5 {
		if last = readReg(ctx, hc); last == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			break
		}
	}
	return last
}

func restFor(ctx context.Context, n int) {
	timer := time.NewTimer(time.Second << min(n, 5))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// The attempts take no context: all of them are made.
func cut(ctx context.Context, m machine, tries int) error {
	for n := 1; ; n++ {
		err := m.Cut(n)
		if err == nil || n == tries {
			return err
		}
		restFor(ctx, n) // want `the end of ctx ends this pause and tells nobody: all attempts that are left follow at once`
	}
}

func cutLooks(ctx context.Context, m machine, tries int) error {
	for n := 1; ; n++ {
		err := m.Cut(n)
		if err == nil || n == tries || ctx.Err() != nil {
			return err
		}
		restFor(ctx, n)
	}
}

func cutInPlace(ctx context.Context, m machine, tries int) error {
	var err error
	for n := 0; n < tries; n++ {
		if err = m.Cut(n); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second): // want `the end of ctx ends this pause and tells nobody`
		case <-ctx.Done():
		}
	}
	return err
}
