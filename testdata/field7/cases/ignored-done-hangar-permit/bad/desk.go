// Package bad asks the tower for permission before a hangar door is moved.
// The question is written with the caller's context, the wait for the answer knows none: when
// the controller does not answer, the caller hangs for ever although it has long been told
// to stop.
package bad

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"
)

// Question is shown to the controller.
type Question struct {
	ID   string
	Door int
}

// Tower shows questions; the answers come in through Desk.Answer.
type Tower interface {
	Show(ctx context.Context, q Question) error
}

// Desk keeps the open questions.
type Desk struct {
	tower Tower

	mu   sync.Mutex
	open map[string]chan<- bool
}

// NewDesk asks tower.
func NewDesk(tower Tower) *Desk {
	return &Desk{tower: tower, open: make(map[string]chan<- bool)}
}

// MayMove asks whether a door may be moved and waits for the answer.
func (d *Desk) MayMove(ctx context.Context, door int) (bool, error) {
	q := Question{ID: uuid.NewString(), Door: door}
	answer := make(chan bool, 1)
	d.mu.Lock()
	d.open[q.ID] = answer
	d.mu.Unlock()
	defer d.forget(q.ID)

	if err := d.tower.Show(ctx, q); err != nil {
		return false, fmt.Errorf("ask for door %d: %w", door, err)
	}
	return <-answer, nil // EXPECT ignored-done
}

// Answer passes on what the controller said; it reports whether the question was open.
func (d *Desk) Answer(id string, may bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	answer, ok := d.open[id]
	if ok {
		delete(d.open, id)
		answer <- may // has room for it
	}
	return ok
}

func (d *Desk) forget(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, id)
}
