package a

import "context"

type sortTray struct{ in, out chan int }

func newSortTray(ctx context.Context) *sortTray {
	t := &sortTray{in: make(chan int), out: make(chan int)}
	go t.pump(ctx)
	return t
}

func (t *sortTray) Out() <-chan int { return t.out }

func (t *sortTray) Put(ctx context.Context, n int) error {
	select {
	case t.in <- n:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *sortTray) pump(ctx context.Context) {
	defer close(t.out)
	for {
		select {
		case n, open := <-t.in:
			if !open {
				t.rest(ctx, []int{n})
				return
			}
			select {
			case t.out <- n:
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// A look before each send does not end one that has begun.
func (t *sortTray) rest(ctx context.Context, held []int) {
	for _, n := range held {
		if ctx.Err() != nil {
			return
		}
		t.out <- n // want `send on t.out does not end when ctx does: the reader may be gone when the context ends, as the send at tray.go:\d+ knows`
	}
}

type roomyTray struct{ in, out chan int }

func newRoomyTray(ctx context.Context, room int) *roomyTray {
	t := &roomyTray{in: make(chan int), out: make(chan int, room)}
	go t.pump(ctx)
	return t
}

func (t *roomyTray) Out() <-chan int { return t.out }

func (t *roomyTray) pump(ctx context.Context) {
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return
		}
		if n%2 > 0 {
			t.out <- n // there may be room
			continue
		}
		select {
		case t.out <- n:
		case <-ctx.Done():
			return
		}
	}
}
