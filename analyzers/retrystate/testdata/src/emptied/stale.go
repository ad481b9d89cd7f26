package emptied

import (
	"context"
	"errors"
)

type page struct {
	Entries []string
	Next    string
	Size    int
}

type lister struct {
	fetch func(ctx context.Context, from string, p *page) error
}

var errBusy = errors.New("busy")

func (l *lister) twice(ctx context.Context) ([]string, error) {
	var all []string
	var cur page
	for {
		err := l.fetch(ctx, cur.Next, &cur)
		all = append(all, cur.Entries...) // want `cur is added to all before the error is looked at`
		if errors.Is(err, errBusy) {
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if cur.Next == "" {
			return all, nil
		}
	}
}

func (l *lister) turn(ctx context.Context, p *page) error {
	var next page
	if err := l.fetch(ctx, p.Next, &next); err != nil {
		return err
	}
	*p = next
	return nil
}

func (l *lister) replaced(ctx context.Context) ([]string, error) {
	var all []string
	var cur page
	for {
		err := l.turn(ctx, &cur)
		all = append(all, cur.Entries...) // want `cur is added to all before the error is looked at`
		if errors.Is(err, errBusy) {
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if cur.Next == "" {
			return all, nil
		}
	}
}

func (l *lister) sum(ctx context.Context) (int, error) {
	total, fails := 0, 0
	var cur page
	for {
		err := l.fetch(ctx, cur.Next, &cur)
		total += cur.Size // want `cur is added to total before the error is looked at`
		if err != nil {
			if fails++; fails > 3 {
				return 0, err
			}
			if err := pause(ctx); err != nil {
				return 0, err
			}
			continue
		}
		if cur.Next == "" {
			return total, nil
		}
	}
}

// After the error.
func (l *lister) after(ctx context.Context) ([]string, error) {
	var all []string
	var cur page
	for {
		err := l.fetch(ctx, cur.Next, &cur)
		if errors.Is(err, errBusy) {
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, cur.Entries...)
		if cur.Next == "" {
			return all, nil
		}
	}
}

// A page of its own in each turn is empty after a failure.
func (l *lister) anew(ctx context.Context) ([]string, error) {
	var all []string
	next := ""
	for {
		var cur page
		err := l.fetch(ctx, next, &cur)
		all = append(all, cur.Entries...)
		if errors.Is(err, errBusy) {
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if next = cur.Next; next == "" {
			return all, nil
		}
	}
}

// Emptied before.
func (l *lister) emptied(ctx context.Context) ([]string, error) {
	var all []string
	var cur page
	for {
		cur.Entries = cur.Entries[:0]
		err := l.fetch(ctx, cur.Next, &cur)
		all = append(all, cur.Entries...)
		if errors.Is(err, errBusy) {
			if err := pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if cur.Next == "" {
			return all, nil
		}
	}
}

// A failure ends it.
func (l *lister) ends(ctx context.Context) ([]string, error) {
	var all []string
	var cur page
	for {
		err := l.fetch(ctx, cur.Next, &cur)
		all = append(all, cur.Entries...)
		if err != nil {
			return all, err
		}
		if cur.Next == "" {
			return all, nil
		}
	}
}
