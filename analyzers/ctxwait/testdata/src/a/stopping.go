package a

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

var errStopped = errors.New("stopped")

// A bench has workers that run what they are given.
type bench struct {
	tasks chan func()
	quit  chan struct{}
	wg    sync.WaitGroup
}

func newBench(n, room int) *bench {
	b := &bench{tasks: make(chan func(), room), quit: make(chan struct{})}
	for range n {
		b.wg.Go(b.work)
	}
	return b
}

func (b *bench) work() {
	for {
		select {
		case <-b.quit:
			return
		case t := <-b.tasks:
			t()
		}
	}
}

func (b *bench) Submit(ctx context.Context, t func()) error {
	select { // want `select does not end when ctx does: its receiver, in \(\*bench\).work, runs t at stopping.go:\d+, whose length is up to the caller; add a case for ctx.Done\(\)`
	case b.tasks <- t:
		return nil
	case <-b.quit:
		return errStopped
	}
}

func (b *bench) SubmitRight(ctx context.Context, t func()) error {
	select {
	case b.tasks <- t:
		return nil
	case <-b.quit:
		return errStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *bench) SubmitOrNot(ctx context.Context, t func()) error {
	select {
	case b.tasks <- t:
		return nil
	case <-b.quit:
		return errStopped
	default:
		return errors.New("full")
	}
}

func (b *bench) Close() {
	close(b.quit)
	b.wg.Wait()
}

// A loop of the object's own that only its stop ends has no caller.
type saver struct {
	tick *time.Ticker
	quit chan struct{}
	ctx  context.Context
	save func()
}

func newSaver(ctx context.Context, save func()) *saver {
	return &saver{tick: time.NewTicker(time.Minute), quit: make(chan struct{}), ctx: ctx, save: save}
}

func (s *saver) Start() {
	go func() {
		for {
			select {
			case <-s.tick.C:
				s.save()
			case <-s.quit:
				return
			}
		}
	}()
}

func (s *saver) Stop() { close(s.quit) }

// Workers that finish what is queued.
type desk2 interface {
	File(ctx context.Context, paper string) error
}

type clerks struct {
	desk  desk2
	base  context.Context
	abort context.CancelFunc
	queue chan string
	wg    sync.WaitGroup
}

func newClerks(d desk2, n int) *clerks {
	c := &clerks{desk: d, queue: make(chan string, n)}
	c.base, c.abort = context.WithCancel(context.Background())
	for range n {
		c.wg.Go(c.work)
	}
	return c
}

func (c *clerks) work() {
	for p := range c.queue {
		ctx, cancel := context.WithTimeout(c.base, 10*time.Second)
		_ = c.desk.File(ctx, p)
		cancel()
	}
}

// Stop has a limit, which the wait does not know.
func (c *clerks) Stop(ctx context.Context) error {
	close(c.queue)
	defer c.abort()
	c.wg.Wait() // want `\(\*sync.WaitGroup\).Wait does not end when ctx does: the worker's c.desk.File at stopping.go:\d+ goes on under a context that nothing has ended by then`
	return nil
}

// Shutdown ends the work at the end of the limit.
func (c *clerks) Shutdown(ctx context.Context) error {
	close(c.queue)
	stop := context.AfterFunc(ctx, c.abort)
	defer stop()
	c.wg.Wait()
	return ctx.Err()
}

// Terminate ends it before it waits.
func (c *clerks) Terminate(ctx context.Context) error {
	c.abort()
	c.wg.Wait()
	return ctx.Err()
}

// Close has no limit to keep.
func (c *clerks) Close() {
	close(c.queue)
	c.wg.Wait()
}

// A queue that is never closed.
type shelf2 struct{ papers chan string }

func newShelf2(n int) *shelf2 { return &shelf2{papers: make(chan string, n)} }

func (s *shelf2) Offer(p string) bool {
	select {
	case s.papers <- p:
		return true
	default:
		return false
	}
}

func (s *shelf2) read(ctx context.Context, d desk2) {
	for p := range s.papers { // want `range over s.papers does not end when ctx does: it is never closed, and the context is looked at only when something has come`
		if ctx.Err() != nil {
			return
		}
		_ = d.File(ctx, p)
	}
}

func (s *shelf2) readUntil(ctx context.Context, d desk2) {
	for p := range s.papers {
		if p == "" {
			return
		}
		_ = d.File(ctx, p)
	}
}

func askedByHelper(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return errors.Join(ctx.Err(), dismiss(cmd.Process.Pid, done))
	}
}

func dismiss(group int, done <-chan error) error {
	if err := syscall.Kill(-group, syscall.SIGTERM); err != nil {
		return err
	}
	<-done // want `receive from done may not end when ctx does: the signal at stopping.go:\d+ only asks the program to leave`
	return nil
}

func askedByCommand(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return dismissCommand(cmd, done)
	}
}

func dismissCommand(cmd *exec.Cmd, done chan error) error {
	_ = cmd.Process.Signal(os.Interrupt)
	return <-done // want `receive from done may not end when ctx does`
}

func askedThenKilledByHelper(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return dismissThenKill(cmd, done)
	}
}

func dismissThenKill(cmd *exec.Cmd, done chan error) error {
	_ = cmd.Process.Signal(os.Interrupt)
	t := time.AfterFunc(time.Second, func() { cmd.Process.Kill() })
	defer t.Stop()
	return <-done
}

// A prober has one worker, which says when it has left.
type prober struct {
	desk  desk2
	quit  chan struct{}
	done  chan struct{}
	base  context.Context
	abort context.CancelFunc
}

func newProber(d desk2) *prober {
	p := &prober{desk: d, quit: make(chan struct{}), done: make(chan struct{})}
	p.base, p.abort = context.WithCancel(context.Background())
	go p.loop()
	return p
}

func (p *prober) loop() {
	defer close(p.done)
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-t.C:
			ctx, cancel := context.WithTimeout(p.base, 30*time.Second)
			_ = p.desk.File(ctx, "probe")
			cancel()
		}
	}
}

func (p *prober) Stop(ctx context.Context) error {
	close(p.quit)
	<-p.done // want `receive from p.done does not end when ctx does: the worker's p.desk.File at stopping.go:\d+ goes on under a context`
	return nil
}

func (p *prober) Shutdown(ctx context.Context) error {
	close(p.quit)
	p.abort()
	<-p.done
	return nil
}

func (p *prober) Terminate(ctx context.Context) error {
	close(p.quit)
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
