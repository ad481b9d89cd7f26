// Package ok scans the pages of a parish register. Next ends silently when the context
// does, as a scanner does; Err keeps why, and whoever scans asks for it.
package ok

import (
	"context"
	"fmt"
)

// Entry is a line of the register.
type Entry struct {
	Name string
	Year int
}

// Archive reads pages.
type Archive interface {
	Page(ctx context.Context, n int) ([]Entry, error)
}

// Scanner goes through a register.
type Scanner struct {
	arch  Archive
	page  int
	queue []Entry
	cur   Entry
	err   error
}

// Scan makes a scanner.
func Scan(a Archive) *Scanner { return &Scanner{arch: a} }

// Next goes to the next entry. False means the end, or an error.
func (s *Scanner) Next(ctx context.Context) bool {
	if s.err != nil {
		return false
	}
	if s.err = ctx.Err(); s.err != nil {
		return false
	}
	for len(s.queue) == 0 {
		got, err := s.arch.Page(ctx, s.page)
		if err != nil {
			s.err = fmt.Errorf("page %d: %w", s.page, err)
			return false
		}
		if len(got) == 0 {
			return false
		}
		s.page, s.queue = s.page+1, got
	}
	s.cur, s.queue = s.queue[0], s.queue[1:]
	return true
}

// Entry is the current one.
func (s *Scanner) Entry() Entry { return s.cur }

// Err says why Next ended early.
func (s *Scanner) Err() error { return s.err }

// Oldest returns the oldest entry.
func Oldest(ctx context.Context, a Archive) (Entry, error) {
	var oldest Entry
	sc := Scan(a)
	for sc.Next(ctx) {
		if e := sc.Entry(); oldest.Name == "" || e.Year < oldest.Year {
			oldest = e
		}
	}
	if err := sc.Err(); err != nil {
		return Entry{}, err
	}
	return oldest, nil
}
