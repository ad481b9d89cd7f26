// Package good asks all branches of a library for a book at once and takes the first copy
// that is on a shelf. An asker whose answer nobody waits for any more leaves with its
// context, which ends when Find returns.
package good

import (
	"context"
	"errors"
	"fmt"
)

// ErrNowhere says that no branch has the book.
var ErrNowhere = errors.New("no branch has the book")

// Copy is a book on a shelf.
type Copy struct {
	Branch string
	Shelf  string
}

// Branch answers whether it has a book.
type Branch interface {
	Name() string
	Look(ctx context.Context, isbn string) (shelf string, found bool, err error)
}

// Network is a set of branches.
type Network struct {
	branches []Branch
}

type reply struct {
	copy  Copy
	found bool
	err   error
}

// Find returns the first copy that any branch reports.
func (n *Network) Find(ctx context.Context, isbn string) (Copy, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	replies := make(chan reply)
	for _, b := range n.branches {
		go n.ask(ctx, b, isbn, replies)
	}

	var failures []error
	for range n.branches {
		select {
		case r := <-replies:
			if r.err != nil {
				failures = append(failures, r.err)
				continue
			}
			if r.found {
				return r.copy, nil
			}
		case <-ctx.Done():
			return Copy{}, fmt.Errorf("find %s: %w", isbn, ctx.Err())
		}
	}
	if len(failures) > 0 {
		return Copy{}, fmt.Errorf("find %s: %w", isbn, errors.Join(failures...))
	}
	return Copy{}, ErrNowhere
}

func (n *Network) ask(ctx context.Context, b Branch, isbn string, replies chan<- reply) {
	shelf, found, err := b.Look(ctx, isbn)
	if err != nil {
		err = fmt.Errorf("branch %s: %w", b.Name(), err)
	}
	select {
	case replies <- reply{copy: Copy{Branch: b.Name(), Shelf: shelf}, found: found, err: err}:
	case <-ctx.Done():
	}
}
