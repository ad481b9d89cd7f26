// Package ways tries one way after another.
package ways

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"time"
)

type way int

const (
	direct way = iota
	relayed
	tunnelled
	mailed
)

// Each way is another: no pause makes the next one work.
func oneAfterTheOther(ctx context.Context) (err error) {
	for _, w := range []way{direct, relayed, tunnelled, mailed} {
		if err = send(ctx, w); err == nil {
			return nil
		}
	}
	return err
}

// The number is that of the attempt.
func again(ctx context.Context) (err error) {
	for n := range 5 { // want `after a failure send is tried again at once, 5 times in a row`
		if err = send(ctx, direct); err == nil {
			return nil
		}
		fmt.Println(n)
	}
	return err
}

func send(ctx context.Context, w way) error {
	req, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("http://h/%d", w), nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

type queue struct{ hosts []string }

func (q *queue) pop() (string, bool) {
	if len(q.hosts) == 0 {
		return "", false
	}
	h := q.hosts[0]
	q.hosts = q.hosts[1:]
	return h, true
}

// Each turn takes another candidate, until there is none left.
func candidates(ctx context.Context, q *queue) error {
	for host, ok := q.pop(); ok; host, ok = q.pop() {
		if err := ask(ctx, host, 0); err != nil {
			continue
		}
		return nil
	}
	return nil
}

// Each attempt asks for another port.
func anyPort(ctx context.Context, host string) error {
	for range 10 {
		port := 1024 + rand.Intn(60000)
		if err := ask(ctx, host, port); err == nil {
			return nil
		}
	}
	return nil
}

// Always the same one.
func thatPort(ctx context.Context, host string) error {
	pause := time.Duration(rand.Intn(10))
	port := 1024 + rand.Intn(60000)
	for range 10 { // want `after a failure ask is tried again at once, 10 times in a row`
		if err := ask(ctx, host, port); err == nil {
			return nil
		}
	}
	fmt.Println(pause)
	return nil
}

func ask(ctx context.Context, host string, port int) error {
	req, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("http://%s:%d", host, port), nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}
