// Package bad moves a crane over a serial protocol. Move takes a context and looks at it once, before it
// sends the command. Then it waits for the reply in a helper that does not know the context, and a
// crane whose cable is cut never replies.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// ErrLost is returned when the line to the crane is lost.
var ErrLost = errors.New("line is lost")

// Command is one move.
type Command struct {
	Axis  byte
	Steps int
}

type reply struct {
	id   uint32
	text string
}

// Crane is a crane at the end of a line.
type Crane struct {
	line io.Writer

	mu      sync.Mutex
	next    uint32
	waiting map[uint32]chan reply
}

// New returns a crane on a line; whoever reads the line calls Deliver and Hangup.
func New(line io.Writer) *Crane {
	return &Crane{line: line, waiting: make(map[uint32]chan reply)}
}

// Move sends a command and returns what the crane says.
func (c *Crane) Move(ctx context.Context, cmd Command) (string, error) { // OR blocking-no-ctx // OR ignored-done
	if err := ctx.Err(); err != nil {
		return "", err
	}
	id, answer := c.register()
	defer c.forget(id)
	if _, err := fmt.Fprintf(c.line, "%d %c%+d\r\n", id, cmd.Axis, cmd.Steps); err != nil {
		return "", fmt.Errorf("send %d: %w", id, err)
	}
	return c.await(answer) // OR blocking-no-ctx // OR ignored-done
}

func (c *Crane) await(answer <-chan reply) (string, error) {
	r, open := <-answer // EXPECT blocking-no-ctx // OR ignored-done
	if !open {
		return "", ErrLost
	}
	return r.text, nil
}

func (c *Crane) register() (uint32, <-chan reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	answer := make(chan reply, 1)
	c.waiting[c.next] = answer
	return c.next, answer
}

func (c *Crane) forget(id uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}

// Deliver hands a reply to whoever waits for it.
func (c *Crane) Deliver(id uint32, text string) {
	c.mu.Lock()
	answer, ok := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	if ok {
		answer <- reply{id, text}
	}
}

// Hangup ends all waits after the line was lost.
func (c *Crane) Hangup() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, answer := range c.waiting {
		close(answer)
		delete(c.waiting, id)
	}
}
