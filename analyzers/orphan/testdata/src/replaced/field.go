package replaced

import (
	"context"
	"sync"
	"time"
)

// A player plays one tune at a time.
type player struct {
	mu     sync.Mutex
	cancel context.CancelFunc
	pluck  func(ctx context.Context, note string) error
}

func (p *player) follow(ctx context.Context, tune []string) {
	for ctx.Err() == nil {
		for _, n := range tune {
			if p.pluck(ctx, n) != nil {
				return
			}
		}
	}
}

func (p *player) Change(ctx context.Context, tune []string) {
	ctx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel = cancel // want `the next call of \(\*player\).Change puts its cancel function over this one`
	go p.follow(ctx, tune)
}

// The one before is ended, here or in what is called.
func (p *player) Switch(ctx context.Context, tune []string) {
	ctx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
	p.cancel = cancel
	go p.follow(ctx, tune)
}

func (p *player) Play(ctx context.Context, tune []string) {
	p.Stop()
	ctx, cancel := context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel = cancel
	go p.follow(ctx, tune)
}

func (p *player) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// It is called once.
func (p *player) Start(ctx context.Context, tune []string) {
	ctx, p.cancel = context.WithCancel(ctx)
	go p.follow(ctx, tune)
}

func (p *player) begin(ctx context.Context, tune []string) {
	ctx, cancel := context.WithCancel(ctx)
	p.cancel = cancel
	go p.follow(ctx, tune)
}

// A winder winds until it is told to stop.
type winder struct {
	mu    sync.Mutex
	quit  chan struct{}
	over  chan struct{}
	coils chan int
	wind  func(int)
}

func (w *winder) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quit = make(chan struct{})
	w.over = make(chan struct{})
	go w.work()
	go w.workOnce(w.quit)
	go w.workUntilOver()
}

func (w *winder) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.quit == nil {
		return
	}
	close(w.quit)
	w.quit = nil
	close(w.over)
}

func (w *winder) stopping() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.quit
}

func (w *winder) work() {
	for {
		select {
		case <-w.stopping(): // want `quit is set to nil as soon as it is closed, at field.go:\d+: a turn that is busy then waits for a nil channel next`
			return
		case n := <-w.coils:
			w.wind(n)
		}
	}
}

// The channel is taken once.
func (w *winder) workOnce(quit <-chan struct{}) {
	for {
		select {
		case <-quit:
			return
		case n := <-w.coils:
			w.wind(n)
		}
	}
}

// It stays closed.
func (w *winder) workUntilOver() {
	for {
		select {
		case <-w.over:
			return
		case n := <-w.coils:
			w.wind(n)
		}
	}
}

// The context ends it as well.
func (w *winder) workUnder(ctx context.Context) {
	for {
		select {
		case <-w.stopping():
			return
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			w.wind(0)
		}
	}
}
