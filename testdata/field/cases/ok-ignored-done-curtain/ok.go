// Package ok lets actors wait for their cue. They wait for a channel of the stage manager and not for a
// context; it is the end of the manager's context that closes the channel, so that nobody is left
// behind the curtain.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// ErrOver says that the play is over.
var ErrOver = errors.New("the play is over")

// Manager gives cues.
type Manager struct {
	over chan struct{}
	once sync.Once
	stop func() bool

	mu   sync.Mutex
	cues map[string]chan int
}

// NewManager returns a manager whose play is over when ctx ends or Close is called.
func NewManager(ctx context.Context) *Manager {
	m := &Manager{over: make(chan struct{}), cues: make(map[string]chan int)}
	m.stop = context.AfterFunc(ctx, m.end)
	return m
}

func (m *Manager) end() { m.once.Do(func() { close(m.over) }) }

// Close ends the play.
func (m *Manager) Close() {
	m.stop()
	m.end()
}

func (m *Manager) cue(actor string) chan int {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.cues[actor]
	if !ok {
		c = make(chan int)
		m.cues[actor] = c
	}
	return c
}

// Cue tells an actor the page to play from and returns when the actor has heard it.
func (m *Manager) Cue(actor string, page int) error {
	select {
	case m.cue(actor) <- page:
		return nil
	case <-m.over:
		return fmt.Errorf("cue for %s: %w", actor, ErrOver)
	}
}

// Actor plays pages.
type Actor struct {
	Name string
	Play func(page int) error
}

// Perform plays on every cue until the play is over.
func (a *Actor) Perform(m *Manager) error {
	for {
		page, err := a.wait(m)
		if errors.Is(err, ErrOver) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := a.Play(page); err != nil {
			return fmt.Errorf("%s on page %d: %w", a.Name, page, err)
		}
	}
}

func (a *Actor) wait(m *Manager) (int, error) {
	select {
	case page := <-m.cue(a.Name):
		return page, nil
	case <-m.over:
		return 0, ErrOver
	}
}
