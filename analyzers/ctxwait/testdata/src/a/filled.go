package a

import "context"

// drawer has some room, and others take from it.
type drawer struct {
	boxes chan string
	own   chan string
}

func newDrawer(n int) *drawer {
	return &drawer{boxes: make(chan string, n), own: make(chan string, n)}
}

// Boxes is where others take them from.
func (s *drawer) Boxes() <-chan string { return s.boxes }

func (s *drawer) fill(ctx context.Context, in <-chan string) error {
	for {
		select {
		case b, ok := <-in:
			if !ok {
				return nil
			}
			s.boxes <- b // want `send on s.boxes does not end when ctx does: the select at filled.go:\d+ looks at the context, the send inside its case does not`
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *drawer) fillOrLeave(ctx context.Context, in <-chan string) error {
	for {
		select {
		case b, ok := <-in:
			if !ok {
				return nil
			}
			select {
			case s.boxes <- b:
			case <-ctx.Done():
				return ctx.Err()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Its own reader goes on.
func (s *drawer) keep(ctx context.Context, in <-chan string) error {
	for {
		select {
		case b, ok := <-in:
			if !ok {
				return nil
			}
			s.own <- b
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *drawer) empty() {
	for b := range s.own {
		_ = b
	}
}
