package a

import (
	"context"
	"slices"
	"sync"
)

// topics keeps a list of channels for each topic, and followers with a channel of their own.
type topics struct {
	mu        sync.RWMutex
	subs      map[string][]chan string
	followers map[int]*follower
	readers   map[int]*reader
}

type follower struct{ news chan string }

type reader struct{ news chan string }

func (t *topics) subscribe(ctx context.Context, topic string) <-chan string {
	ch := make(chan string)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.subs[topic] = append(t.subs[topic], ch)
	return ch
}

func (t *topics) leave(ctx context.Context, topic string, ch chan string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.subs[topic] = slices.DeleteFunc(t.subs[topic], func(c chan string) bool { return c == ch })
}

func (t *topics) publish(ctx context.Context, topic, text string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, ch := range t.subs[topic] {
		ch <- text // want `t.mu, taken at topics.go:\d+, is held across a send to each channel of a list, none of which has room`
	}
}

func (t *topics) follow(ctx context.Context, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.followers[n] = &follower{news: make(chan string)}
	t.readers[n] = &reader{news: make(chan string, 16)}
}

func (t *topics) tellFollowers(ctx context.Context, text string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, f := range t.followers {
		f.news <- text // want `t.mu, taken at topics.go:\d+, is held across a send to each channel of a list, none of which has room`
	}
}

// There is room, or nobody waits.
func (t *topics) tellReaders(ctx context.Context, text string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	for _, r := range t.readers {
		r.news <- text
	}
	for _, f := range t.followers {
		select {
		case f.news <- text:
		default:
		}
	}
}

// The list is copied, and the lock given back.
func (t *topics) tellLater(ctx context.Context, topic, text string) {
	t.mu.RLock()
	all := slices.Clone(t.subs[topic])
	t.mu.RUnlock()
	for _, ch := range all {
		ch <- text
	}
}
