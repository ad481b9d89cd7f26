package guards

import (
	"net"
	"time"
)

// ladder counts failures in a row.
type ladder struct{ failures uint }

func (l *ladder) next() time.Duration {
	d := min(time.Second<<l.failures, time.Minute) // want `time.Second << l.failures overflows once failures is large enough`
	l.failures++
	return d
}

func (l *ladder) clear() { l.failures = 0 }

type link struct {
	addr string
	l    ladder
	s    steps
	fail int
}

func (k *link) session() error {
	c, err := net.Dial("tcp", k.addr)
	if err != nil {
		return err
	}
	k.l.clear()
	return c.Close()
}

func (k *link) run() {
	for {
		err := k.session()
		d := k.l.next()
		println(err, d)
		time.Sleep(d)
	}
}

// pause counts in the object itself.
func (k *link) pause() time.Duration {
	k.fail++
	d := 100 * time.Millisecond * time.Duration(1<<k.fail) // want `1 << k.fail overflows once fail is large enough`
	if d > time.Minute {
		d = time.Minute
	}
	return d
}

func (k *link) runCounted() {
	for {
		if err := k.session(); err != nil {
			time.Sleep(k.pause())
			continue
		}
		k.fail = 0
	}
}

// steps are limited before the shift.
type steps struct{ n uint }

func (s *steps) next() time.Duration {
	d := min(time.Second<<min(s.n, 6), time.Minute)
	s.n++ // want `grows with each turn of an endless loop and is never set back`
	return d
}

func (k *link) runLimited() {
	for {
		err := k.session()
		d := k.s.next()
		println(err, d)
		time.Sleep(d)
	}
}

// few are not enough to overflow.
type few struct{ n uint }

func (s *few) next() time.Duration {
	d := min(time.Second<<s.n, time.Minute)
	s.n++
	return d
}

func (k *link) fiveTimes() error {
	var f few
	var err error
	for i := 0; i < 5; i++ {
		if err = k.session(); err == nil {
			return nil
		}
		if i < 4 {
			time.Sleep(f.next())
		}
	}
	return err
}

// stopped is compared with a limit.
type stopped struct{ n uint }

func (s *stopped) next() time.Duration {
	if s.n < 10 {
		s.n++ // want `grows with each turn of an endless loop and is never set back`
	}
	return min(time.Second<<s.n, time.Minute)
}

func (k *link) runStopped() {
	var s stopped
	for {
		err := k.session()
		d := s.next()
		println(err, d)
		time.Sleep(d)
	}
}
