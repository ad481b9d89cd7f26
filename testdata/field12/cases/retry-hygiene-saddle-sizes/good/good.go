// Package good looks up saddle sizes in the books of several makers.
// The helper pauses between attempts only; after the last one it returns at once.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"

	"faultfield12/cases/retry-hygiene-saddle-sizes/good/again"
)

// ErrNoHorse is final: the maker does not know the horse.
var ErrNoHorse = errors.New("horse not in the book")

// Size is a saddle size.
type Size struct {
	Seat  float64
	Width string
}

// Book is the book of one maker.
type Book interface {
	Size(ctx context.Context, horse string) (Size, error)
}

// Sizes reads the books.
type Sizes struct {
	books  map[string]Book
	policy again.Policy
}

// NewSizes returns a Sizes over books by maker.
func NewSizes(books map[string]Book) *Sizes {
	return &Sizes{
		books: books,
		policy: again.Policy{
			Attempts: 5,
			First:    500 * time.Millisecond,
			Total:    time.Minute,
			Final:    func(err error) bool { return errors.Is(err, ErrNoHorse) },
		},
	}
}

// Lookup returns the size of a horse as the maker has it.
func (s *Sizes) Lookup(ctx context.Context, maker, horse string) (Size, error) {
	book, ok := s.books[maker]
	if !ok {
		return Size{}, fmt.Errorf("no book of %s", maker)
	}
	size, err := again.Do(ctx, s.policy, func(ctx context.Context) (Size, error) {
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return book.Size(ctx, horse)
	})
	if err != nil {
		return Size{}, fmt.Errorf("size of %s at %s: %w", horse, maker, err)
	}
	return size, nil
}
