// Package bad relays live captions to a studio and reconnects for as long as the show lasts.
// The wait doubles with every failure before it is capped; after some thirty of them the doubling has
// wrapped around to a negative number, and Int63n panics in the middle of the show.
package bad

import (
	"context"
	"log"
	"math/rand"
	"net"
	"time"
)

const (
	shortest = 250 * time.Millisecond
	longest  = 8 * time.Second
)

// Relay writes captions to one address.
type Relay struct {
	addr     string
	captions <-chan []byte
}

// Run relays until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	var failures uint
	for {
		ok, err := r.serve(ctx)
		if ctx.Err() != nil {
			return
		}
		if ok {
			failures = 0
		}
		d := delay(failures) // OR retry-hygiene
		failures++
		log.Printf("caption relay to %s: %v, again in %s", r.addr, err, d)
		select {
		case <-ctx.Done():
			return
		case <-time.After(d): // OR retry-hygiene
		}
	}
}

func delay(failures uint) time.Duration {
	d := shortest << failures                          // EXPECT retry-hygiene
	jitter := time.Duration(rand.Int63n(int64(d / 4))) // OR retry-hygiene
	return min(d, longest) + jitter
}

func (r *Relay) serve(ctx context.Context) (ok bool, err error) {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return ok, ctx.Err()
		case c := <-r.captions:
			if err := conn.SetWriteDeadline(time.Now().Add(2 * time.Second)); err != nil {
				return ok, err
			}
			if _, err := conn.Write(append(c, '\n')); err != nil {
				return ok, err
			}
			ok = true
		}
	}
}
