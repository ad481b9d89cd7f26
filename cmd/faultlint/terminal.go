package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// isTerminal reports whether w is a terminal, or some other character device.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// A progress is a line on a terminal that says how far a run is, once it is longer than a second.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil if it is not a terminal
	start time.Time
	last  time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if isTerminal(w) && os.Getenv("TERM") != "dumb" {
		p.w = w
		time.AfterFunc(time.Second, p.listing)
	}
	return p
}

// listing says that the go command is at work, if nothing has been said yet.
func (p *progress) listing() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.shown {
		p.show("listing packages")
	}
}

func (p *progress) update(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.start) >= time.Second && now.Sub(p.last) >= 100*time.Millisecond {
		p.last = now
		p.show(fmt.Sprintf("%d of %d packages", done, total))
	}
}

func (p *progress) show(text string) {
	if p.w != nil {
		p.shown = true
		fmt.Fprintf(p.w, "\r\033[Kfaultlint: %s", text)
	}
}

func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
	p.w = nil
}
