// Package good gives out lockers from one goroutine that owns them. The reply channel has room for
// the one answer, so the owner goes on when an asker has given up.
package good

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrNone means that all lockers are in use.
var ErrNone = errors.New("no free locker")

type reply struct {
	locker int
	err    error
}

type ask struct {
	member string
	leave  int // a locker to give back, 0 for none
	reply  chan reply
}

// Room owns the lockers of a changing room.
type Room struct {
	asks chan ask
	free []int
	used map[int]string
}

// NewRoom has lockers 1 to n.
func NewRoom(n int) *Room {
	r := &Room{asks: make(chan ask), used: make(map[int]string)}
	for i := range n {
		r.free = append(r.free, i+1)
	}
	return r
}

// Run serves the room until ctx ends.
func (r *Room) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case a := <-r.asks:
			locker, err := r.serve(a)
			a.reply <- reply{locker, err}
		}
	}
}

func (r *Room) serve(a ask) (int, error) {
	if a.leave != 0 {
		if r.used[a.leave] != a.member {
			return 0, fmt.Errorf("locker %d is not in use by %s", a.leave, a.member)
		}
		delete(r.used, a.leave)
		r.free = append(r.free, a.leave)
		return a.leave, nil
	}
	if len(r.free) == 0 {
		return 0, ErrNone
	}
	locker := slices.Min(r.free)
	r.free = slices.DeleteFunc(r.free, func(l int) bool { return l == locker })
	r.used[locker] = a.member
	return locker, nil
}

// Take gets a locker for the member. A member whose Take was cut short may hold one all the same.
func (r *Room) Take(ctx context.Context, member string) (int, error) {
	return r.do(ctx, ask{member: member})
}

// Leave gives a locker back.
func (r *Room) Leave(ctx context.Context, member string, locker int) error {
	_, err := r.do(ctx, ask{member: member, leave: locker})
	return err
}

func (r *Room) do(ctx context.Context, a ask) (int, error) {
	a.reply = make(chan reply, 1)
	select {
	case r.asks <- a:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case got := <-a.reply:
		return got.locker, got.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
