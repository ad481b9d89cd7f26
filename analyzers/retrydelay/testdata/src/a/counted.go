package a

import (
	"context"
	"math"
	"net"
	"time"
)

type uplink struct {
	addr  string
	base  time.Duration
	most  time.Duration
	delay time.Duration
}

func (u *uplink) push(string) error { _, err := net.Dial("tcp", u.addr); return err }

// The shift overflows while the cap keeps the loop going.
func (u *uplink) untilSent(ctx context.Context, msg string) error {
	for n := 0; ; n++ {
		if err := u.push(msg); err == nil {
			return nil
		}
		d := time.Second << n // want `time.Second << n overflows once n reaches 34 and becomes negative or zero`
		if d > time.Minute {
			d = time.Minute
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
		}
	}
}

func (u *uplink) powers(msg string) {
	n := 0
	for u.push(msg) != nil {
		n++
		d := time.Duration(math.Pow(2, float64(n))) * time.Second // want `overflows once n reaches 34`
		time.Sleep(min(d, 30*time.Second))
	}
}

// The same with a base that is not known.
func (u *uplink) unknownBase(msg string) {
	for n := 0; u.push(msg) != nil; n++ {
		d := u.base << n // want `u.base << n overflows once n is large enough`
		if d > u.most {
			d = u.most
		}
		time.Sleep(d)
	}
}

// Limited before.
func (u *uplink) limitedBefore(msg string) {
	for n := 0; u.push(msg) != nil; n++ {
		time.Sleep(time.Second << min(n, 6))
	}
}

// Ends before it overflows.
func (u *uplink) fewAttempts(msg string) (err error) {
	for n := 0; n < 8; n++ {
		if n > 0 {
			time.Sleep(100 * time.Millisecond << n)
		}
		if err = u.push(msg); err == nil {
			return nil
		}
	}
	return err
}

// The delay of one message is that of the next.
func (u *uplink) eachMessage(in <-chan string) {
	delay := time.Second
	for msg := range in {
		for u.push(msg) != nil {
			time.Sleep(delay)
			delay *= 2 // want `delay grows with each turn and is never set back: after a while each first failure`
			if delay > time.Minute {
				delay = time.Minute
			}
		}
	}
}

func (u *uplink) setBackForEach(in <-chan string) {
	for msg := range in {
		delay := time.Second
		for u.push(msg) != nil {
			time.Sleep(delay)
			delay = min(2*delay, time.Minute)
		}
	}
}

func (u *uplink) setBackAfter(in <-chan string) {
	delay := time.Second
	for msg := range in {
		for u.push(msg) != nil {
			time.Sleep(delay)
			delay *= 2
			if delay > time.Minute {
				delay = time.Minute
			}
		}
		delay = time.Second
	}
}

// Capped and never set back, in the loop that connects again.
func (u *uplink) stayUp(serve func(net.Conn)) {
	delay := time.Second
	for {
		c, err := net.Dial("tcp", u.addr)
		if err != nil {
			time.Sleep(delay) // want `no random part`
			delay *= 2        // want `delay grows with each turn and is never set back`
			if delay > time.Hour {
				delay = time.Hour
			}
			continue
		}
		serve(c)
	}
}

// A delay that grows after the last attempt as well.
func (u *uplink) lastDelay(ctx context.Context, msg string) (err error) {
	d := 2 * time.Second
	for i := 0; i < 5; i++ {
		if err = u.push(msg); err == nil {
			return nil
		}
		select {
		case <-time.After(d): // want `the last of the attempts is followed by a delay as well, of at least 2s`
			d *= 2
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}
