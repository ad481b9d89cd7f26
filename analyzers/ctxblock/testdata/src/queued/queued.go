// Package queued has interfaces one of whose implementations takes over for the others.
package queued

import (
	"context"
	"net/http"
	"strings"
	"sync"
)

// Outlet is behind a queue or not: which one a caller has is decided elsewhere.
type Outlet interface{ Put(line string) error }

type queue struct {
	mu    sync.Mutex
	lines []string
	to    Outlet
}

func (q *queue) Put(line string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lines = append(q.lines, line)
	return nil
}

func (q *queue) run() {
	for {
		q.mu.Lock()
		lines := q.lines
		q.lines = nil
		q.mu.Unlock()
		for _, line := range lines {
			q.to.Put(line)
		}
	}
}

type remote struct{ url string }

func (r *remote) Put(line string) error {
	resp, err := http.Post(r.url, "text/plain", strings.NewReader(line))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type Meter struct{ out Outlet }

func NewMeter(o Outlet) *Meter { return &Meter{o} }

func (m *Meter) Read(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return m.out.Put("read")
}

// Drain is behind nothing but what repeats it at once.
type Drain interface{ Pour(line string) error }

type loud struct{ to Drain }

func (l *loud) Pour(line string) error { return l.to.Pour(strings.ToUpper(line)) }

type pipe struct{ url string }

func (p *pipe) Pour(line string) error {
	resp, err := http.Post(p.url, "text/plain", strings.NewReader(line)) // want `http\.Post|net/http\.Post`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type Sink struct{ out Drain }

func NewSink(d Drain) *Sink { return &Sink{d} }

func (s *Sink) Read(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.out.Pour("read")
}

// Spool has a queue, but the package itself leaves it out.
type Spool interface{ Wind(line string) error }

type slow struct {
	lines chan string
	to    Spool
}

func (s *slow) Wind(line string) error {
	select {
	case s.lines <- line:
	default:
	}
	return nil
}

func (s *slow) run() {
	for line := range s.lines {
		s.to.Wind(line)
	}
}

type wire struct{ url string }

func (w *wire) Wind(line string) error {
	resp, err := http.Post(w.url, "text/plain", strings.NewReader(line)) // want `http\.Post|net/http\.Post`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type Reel struct{ out Spool }

func NewReel(url string) *Reel { return &Reel{out: &wire{url}} }

func (r *Reel) Read(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return r.out.Wind("read")
}

// A handler that has no context to give.
func (m *Meter) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.note() }

func (m *Meter) note() error { return m.out.Put("asked") }
