package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// A search through places, each of which may be reached in two ways: nothing is asked twice.
func anyServes(addrs []string) string {
	for _, addr := range addrs {
		if serves(addr) {
			return addr
		}
	}
	return ""
}

func serves(addr string) bool {
	for _, url := range []string{"http://" + addr, "https://" + addr} {
		resp, err := http.Get(url)
		if err == nil {
			resp.Body.Close()
			return true
		}
	}
	return false
}

// The same one is asked three times, and that three times.
func stubborn(addr string) error {
	var err error
	for range 3 {
		if err = thrice(addr); err == nil { // want `thrice → the loop tries up to 3 times by itself`
			return nil
		}
	}
	return err
}

func thrice(addr string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get(addr); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// Each provider is asked twice, and then the next one: nothing is asked four times.
type provider interface {
	Ask(ctx context.Context, question string) (string, error)
}

func askTwice(ctx context.Context, p provider, question string) (answer string, err error) {
	for range 2 {
		if answer, err = p.Ask(ctx, question); err == nil || ctx.Err() != nil {
			return answer, err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return "", err
}

func failOver(ctx context.Context, providers []provider, question string) (string, error) {
	var failed []error
	for _, p := range providers {
		answer, err := askTwice(ctx, p, question)
		if err == nil {
			return answer, nil
		}
		failed = append(failed, err)
	}
	return "", errors.Join(failed...)
}

func failOverInPlace(ctx context.Context, providers []provider, question string) (answer string, err error) {
	for _, p := range providers {
		for range 2 {
			if answer, err = p.Ask(ctx, question); err == nil || ctx.Err() != nil {
				return answer, err
			}
			time.Sleep(300 * time.Millisecond)
		}
	}
	return "", err
}

// The same provider again.
func again(ctx context.Context, p provider, question string) (answer string, err error) {
	for range 3 {
		if answer, err = askTwice(ctx, p, question); err == nil || ctx.Err() != nil { // want `tries up to 2 times by itself, and the loop at searched.go:\d+ repeats that: 3 × 2 = 6 attempts`
			return answer, err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return "", err
}

// All providers come again and again.
func inRounds(ctx context.Context, providers []provider, question string) (answer string, err error) {
	for try := 0; try < 6; try++ {
		if answer, err = askTwice(ctx, providers[try%len(providers)], question); err == nil || ctx.Err() != nil { // want `tries up to 2 times by itself, and the loop at searched.go:\d+ repeats that: 6 × 2 = 12 attempts`
			return answer, err
		}
		time.Sleep(300 * time.Millisecond)
	}
	return "", err
}
