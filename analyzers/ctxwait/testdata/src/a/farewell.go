package a

import (
	"context"
	"sync"
	"time"
)

// Workers under a context made from a caller's, which the object ends itself.
type ferry struct {
	load  func(ctx context.Context, crate string) error
	work  context.Context
	halt  context.CancelFunc
	queue chan string
	quit  chan struct{}
	wg    sync.WaitGroup
}

func OpenFerry(ctx context.Context, n int, load func(context.Context, string) error) *ferry {
	f := &ferry{load: load, queue: make(chan string), quit: make(chan struct{})}
	f.work, f.halt = context.WithCancel(ctx)
	for range n {
		f.wg.Go(f.run)
	}
	return f
}

func (f *ferry) run() {
	for {
		select {
		case <-f.work.Done():
			return
		case <-f.quit:
			return
		case c := <-f.queue:
			_ = f.load(f.work, c)
		}
	}
}

// Close ends the work when the wait is over.
func (f *ferry) Close(ctx context.Context) error {
	defer f.halt()
	close(f.quit)
	f.wg.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: the worker's f.load at farewell.go:\d+ goes on under a context that nothing has ended by then`
	return nil
}

// Terminate ends the work behind the wait.
func (f *ferry) Terminate(ctx context.Context) error {
	close(f.quit)
	f.wg.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: the worker's f.load at farewell.go:\d+ goes on`
	f.halt()
	return nil
}

// Stop ends it before.
func (f *ferry) Stop(ctx context.Context) error {
	close(f.quit)
	f.halt()
	f.wg.Wait()
	return nil
}

// Shutdown leaves the end of the work to whoever opened the ferry: it may be over by now.
func (f *ferry) Shutdown(ctx context.Context) error {
	close(f.quit)
	f.wg.Wait()
	return nil
}

// GracefulStop ends it when its own context does.
func (f *ferry) GracefulStop(ctx context.Context) error {
	close(f.quit)
	defer f.halt()
	stop := context.AfterFunc(ctx, f.halt)
	defer stop()
	f.wg.Wait()
	return nil
}

// Work that no end of a context reaches, two calls deep in the worker.
type printer interface {
	Print(ctx context.Context, sheet string) error
}

type press2 struct {
	out    printer
	sheets []string
	wg     sync.WaitGroup
}

func (p *press2) Start(ctx context.Context) {
	p.wg.Go(func() { p.loop(ctx) })
}

func (p *press2) loop(ctx context.Context) {
	for _, s := range p.sheets {
		if ctx.Err() != nil {
			return
		}
		_ = p.print(ctx, s)
	}
}

func (p *press2) print(ctx context.Context, sheet string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Minute)
	defer cancel()
	return p.out.Print(ctx, sheet)
}

func (p *press2) Shutdown(ctx context.Context) error {
	p.wg.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: the worker's p.out.Print at farewell.go:\d+ goes on`
	return nil
}

// The same work under the worker's own context, which its owner has ended.
type press3 struct {
	out    printer
	sheets []string
	wg     sync.WaitGroup
}

func (p *press3) Start(ctx context.Context) {
	p.wg.Go(func() {
		for _, s := range p.sheets {
			_ = p.print(ctx, s)
		}
	})
}

func (p *press3) print(ctx context.Context, sheet string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Minute)
	defer cancel()
	return p.out.Print(ctx, sheet)
}

func (p *press3) Shutdown(ctx context.Context) error {
	p.wg.Wait()
	return nil
}
