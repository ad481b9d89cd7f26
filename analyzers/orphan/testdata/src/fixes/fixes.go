package fixes

import (
	"context"
	"net"
	"time"
)

func one(ctx context.Context, ask func() (int, error)) (int, error) {
	out := make(chan int)
	go func() {
		v, _ := ask()
		out <- v // want `stays at the send`
	}()
	select {
	case v := <-out:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Two values, room for one.
func two(a, b func() string) string {
	out := make(chan string, 1)
	go func() { out <- a() }() // want `stays at the send`
	go func() { out <- b() }() // want `stays at the send`
	select {
	case s := <-out:
		return s
	case <-time.After(time.Second):
		return ""
	}
}

// A value for each address: how much room it takes is for the reader to say.
func each(ctx context.Context, addrs []string) net.Conn {
	out := make(chan net.Conn)
	for _, a := range addrs {
		go func() {
			c, err := net.Dial("tcp", a)
			if err == nil {
				out <- c // want `stays at the send`
			}
		}()
	}
	select {
	case c := <-out:
		return c
	case <-ctx.Done():
		return nil
	}
}
