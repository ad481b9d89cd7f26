package a

import (
	"context"
	"net/http"
	"time"
)

// Sightings are passed on to whoever asks for the next one, from outside.
type Sightings struct {
	in     chan string
	signal chan struct{}
	inner  chan string
	closed chan string
}

func NewSightings() *Sightings {
	return &Sightings{in: make(chan string), signal: make(chan struct{}, 1), inner: make(chan string), closed: make(chan string)}
}

func (s *Sightings) Next(ctx context.Context) (string, error) {
	select {
	case v := <-s.in:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *Sightings) Take(w http.ResponseWriter, r *http.Request) {
	s.in <- r.FormValue("place") // want `send on s.in does not end when r.Context\(\) does: its only receiver, in \(\*Sightings\).Next, leaves at atwill.go:\d+, when the context ends`
	w.WriteHeader(http.StatusAccepted)
}

func (s *Sightings) TakeRight(w http.ResponseWriter, r *http.Request) {
	select {
	case s.in <- r.FormValue("place"):
		w.WriteHeader(http.StatusAccepted)
	case <-r.Context().Done():
	}
}

// A signal, for which there is room.
func (s *Sightings) Wait(ctx context.Context) error {
	select {
	case <-s.signal:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Sightings) Signal(w http.ResponseWriter, r *http.Request) {
	s.signal <- struct{}{}
}

// The package itself asks, and may do so again and again.
func (s *Sightings) next(ctx context.Context) (string, error) {
	select {
	case v := <-s.inner:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *Sightings) Follow(ctx context.Context, see func(string)) error {
	for {
		v, err := s.next(ctx)
		if err != nil {
			return err
		}
		see(v)
	}
}

func (s *Sightings) TakeInner(w http.ResponseWriter, r *http.Request) {
	_ = r.Context()
	select {
	case s.inner <- r.FormValue("place"):
	case <-time.After(500 * time.Millisecond):
	}
}

// One that is closed in the end.
func (s *Sightings) Last(ctx context.Context) (string, error) {
	select {
	case v := <-s.closed:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (s *Sightings) TakeClosed(w http.ResponseWriter, r *http.Request) {
	s.closed <- r.FormValue("place")
}

func (s *Sightings) End() { close(s.closed) }

// Behind an interface of the package who asks may be in the package.
type follower interface {
	Ahead(ctx context.Context) (string, error)
}

type Track struct{ in chan string }

func NewTrack() *Track { return &Track{in: make(chan string)} }

func (t *Track) Ahead(ctx context.Context) (string, error) {
	select {
	case v := <-t.in:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (t *Track) Take(w http.ResponseWriter, r *http.Request) {
	t.in <- r.FormValue("place")
}

func follow(ctx context.Context, f follower, see func(string)) {
	for {
		v, err := f.Ahead(ctx)
		if err != nil {
			return
		}
		see(v)
	}
}

// A sender in a helper's helper, whose caller goes round.
type Headers struct {
	gossip, prover chan<- string
	build          func(ctx context.Context) (string, error)
}

func NewHeaders(gossip, prover chan<- string, build func(context.Context) (string, error)) *Headers {
	return &Headers{gossip: gossip, prover: prover, build: build}
}

func (h *Headers) Run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if err := h.produce(ctx); err != nil {
			return err
		}
	}
}

func (h *Headers) produce(ctx context.Context) error {
	v, err := h.build(ctx)
	if err != nil {
		return err
	}
	h.announce(v)
	return nil
}

func (h *Headers) announce(v string) {
	for _, out := range []chan<- string{h.gossip, h.prover} {
		out <- v // want `send on out does not end when ctx of its caller \(\*Headers\).produce does: the loop looks at the context at atwill.go:\d+, the send that follows does not`
	}
}

// A loop that is left behind the send.
func (h *Headers) First(ctx context.Context, want string) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		v, err := h.build(ctx)
		if err != nil {
			return err
		}
		if v == want {
			h.gossip <- v
			return nil
		}
	}
}
