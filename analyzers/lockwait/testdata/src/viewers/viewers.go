// Package viewers writes to viewers one after the other.
package viewers

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
)

type viewer struct {
	w    http.ResponseWriter
	news chan string
	log  bytes.Buffer
}

type board struct {
	mu      sync.Mutex
	viewers map[*viewer]bool
	sinks   []io.Writer
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	b.viewers[&viewer{w: w}] = true
	b.mu.Unlock()
}

func (b *board) announce(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for v := range b.viewers {
		v.send(s) // want `b.mu, taken at viewers.go:\d+, is held across a write to each of a list of peers, none of which has a deadline`
	}
}

func (v *viewer) send(s string) error {
	_, err := fmt.Fprintf(v.w, "data: %s\n\n", s)
	return err
}

func (b *board) print(s string) {
	b.mu.Lock()
	for v := range b.viewers {
		print(v, s) // want `b.mu, taken at viewers.go:\d+, is held across a write to each of a list`
	}
	b.mu.Unlock()
}

func print(v *viewer, s string) { io.WriteString(v.w, s) }

// Each viewer has a channel and a goroutine of its own.
func (b *board) queue(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for v := range b.viewers {
		v.offer(s)
	}
}

func (v *viewer) offer(s string) {
	select {
	case v.news <- s:
	default:
	}
}

func (b *board) start(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for v := range b.viewers {
		v.begin(s)
	}
}

func (v *viewer) begin(s string) { go fmt.Fprint(v.w, s) }

// In memory.
func (b *board) note(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for v := range b.viewers {
		fmt.Fprint(&v.log, s)
	}
}

// Files, as far as is known.
func (b *board) tee(s []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.sinks {
		w.Write(s)
	}
}
