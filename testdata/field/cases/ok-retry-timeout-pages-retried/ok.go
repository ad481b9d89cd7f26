// Package ok copies all contacts of an address book, page by page.
// It is right although a loop that retries stands in a loop: the outer one asks for another page each
// time, and ends at the first page that could not be had.
package ok

import (
	"context"
	"fmt"

	"faultfield/cases/ok-retry-timeout-pages-retried/book"
)

// Sink takes contacts.
type Sink interface {
	Put(ctx context.Context, c book.Contact) error
}

// Copy copies everything and returns how many contacts there were.
func Copy(ctx context.Context, b *book.Book, to Sink) (int, error) {
	n := 0
	for page := 1; ; page++ {
		contacts, more, err := b.Page(ctx, page)
		if err != nil {
			return n, fmt.Errorf("page %d: %w", page, err)
		}
		for _, c := range contacts {
			if err := to.Put(ctx, c); err != nil {
				return n, fmt.Errorf("contact %s: %w", c.ID, err)
			}
			n++
		}
		if !more {
			return n, nil
		}
	}
}
