package a

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const lockTimeout = 5 * time.Second

type locker struct{ s store }

func (l *locker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if l.lock(r, "k") != nil || l.lockForEver(r, "k") != nil {
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

// Right: the loop looks at a limit of its own between the attempts.
func (l *locker) lock(r *http.Request, k string) error {
	limit, cancel := context.WithTimeout(context.Background(), lockTimeout)
	defer cancel()
	for {
		select {
		case <-limit.Done():
			return errors.New("no lock in time")
		default:
		}
		err := l.s.Put(r.Context(), k)
		if err == nil {
			return nil
		}
		if !errors.Is(err, errConflict) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// The context that it looks at has no limit.
func (l *locker) lockForEver(r *http.Request, k string) error {
	stop, cancel := context.WithCancel(r.Context())
	defer cancel()
	for { // want `nothing limits the attempts of the loop, neither a number nor a time`
		select {
		case <-stop.Done():
			return errors.New("no lock in time")
		default:
		}
		err := l.s.Put(r.Context(), k)
		if err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
}
