// Package a leaves goroutines and processes behind.
package a

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"later"
)

type result struct{ n int }

func query() result { return result{1} }

func try(ctx context.Context) error { return ctx.Err() }

// The result channel has no room.
func noRoom(ctx context.Context) (result, error) {
	ch := make(chan result)
	go func() {
		ch <- query() // want `the goroutine stays at the send on ch for ever: nothing receives from it once noRoom has left at a.go:\d+`
	}()
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return result{}, ctx.Err()
	}
}

func room(ctx context.Context) (result, error) {
	ch := make(chan result, 1)
	go func() { ch <- query() }()
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return result{}, ctx.Err()
	}
}

// Two senders, room for one.
func roomForOne(ctx context.Context) error {
	errs := make(chan error, 1)
	go func() {
		errs <- try(ctx) // want `stays at the send on errs for ever: 2 values are sent, there is room for 1`
	}()
	go func() {
		errs <- try(ctx) // want `stays at the send on errs for ever: 2 values are sent, there is room for 1`
	}()
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// By a time limit, without any context.
func byTime() (result, error) {
	ch := make(chan result)
	go func() {
		ch <- query() // want `stays at the send on ch for ever`
	}()
	select {
	case r := <-ch:
		return r, nil
	case <-time.After(5 * time.Second):
		return result{}, errors.New("timed out")
	}
}

func sender(ch chan<- result) {
	ch <- query() // want `the goroutine of sender stays at the send on ch for ever: nothing receives from it once declared has left`
}

func declared(ctx context.Context) (result, error) {
	ch := make(chan result)
	go sender(ch)
	select {
	case r := <-ch:
		return r, nil
	case <-ctx.Done():
		return result{}, ctx.Err()
	}
}

// A stream whose reader leaves.
func stream(ctx context.Context, r io.Reader) error {
	lines := make(chan string)
	go func() {
		defer close(lines)
		sc := bufio.NewScanner(r)
		for sc.Scan() {
			lines <- sc.Text() // want `stays at the send on lines for ever`
		}
	}()
	for {
		select {
		case l, ok := <-lines:
			if !ok {
				return nil
			}
			_ = l
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func streamRight(ctx context.Context, r io.Reader) error {
	lines := make(chan string)
	go func() {
		defer close(lines)
		sc := bufio.NewScanner(r)
		for sc.Scan() {
			select {
			case lines <- sc.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case l, ok := <-lines:
			if !ok {
				return nil
			}
			_ = l
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A feeder whose workers leave.
func feeder(ctx context.Context, items []int) error {
	jobs := make(chan int)
	go func() {
		defer close(jobs)
		for _, i := range items {
			jobs <- i // want `stays at the send on jobs for ever: its only receiver, in feeder.func, leaves with an error`
		}
	}()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range jobs {
				if err := try(ctx); err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return nil
}

// Never closed.
func neverClosed(items []int) {
	jobs := make(chan int)
	go func() {
		for range jobs { // want `stays at the range over jobs for ever: it is never closed`
		}
	}()
	for _, i := range items {
		jobs <- i
	}
}

// The wait comes before the cancel.
func order(ctx context.Context, frames <-chan int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ticks := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case ticks <- 1:
			case <-ctx.Done():
				return
			}
		}
	})
	defer wg.Wait() // want `deferred calls run last to first: this wait comes before the cancel\(\) deferred at a.go:\d+`
	for range frames {
		<-ticks
		if err := try(ctx); err != nil {
			return err
		}
	}
	return nil
}

func orderRight(ctx context.Context, frames <-chan int) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	ticks := make(chan int)
	wg.Go(func() {
		for {
			select {
			case ticks <- 1:
			case <-ctx.Done():
				return
			}
		}
	})
	for range frames {
		<-ticks
		if err := try(ctx); err != nil {
			return err
		}
	}
	return nil
}

// The worker ends by itself.
func orderOnce(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { _ = try(ctx) })
	defer wg.Wait()
	return try(ctx)
}

// The deferred function cancels first.
func orderBoth(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { <-ctx.Done() })
	defer func() {
		cancel()
		wg.Wait()
	}()
	return try(ctx)
}

// A child is given up.
func child(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() {
		exited <- cmd.Wait() // want `the child process that \(\*exec.Cmd\).Wait waits for goes on after child has given up on it at a.go:\d+: nothing ends it; start it with exec.CommandContext, or kill it`
	}()
	select {
	case err := <-exited:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func childKilled(ctx context.Context, name string) error {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	select {
	case err := <-exited:
		return err
	case <-ctx.Done():
		_ = cmd.Process.Kill()
		<-exited
		return ctx.Err()
	}
}

// A call that nothing ends, given up after a time limit.
func call(url string) error {
	done := make(chan error, 1)
	go func() {
		_, err := http.Get(url) // want `http.Get goes on after call has given up on it at a.go:\d+: nothing ends it; give it a context that ends then`
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return errors.New("timed out")
	}
}

func callLimited(url string) error {
	client := &http.Client{Timeout: 2 * time.Second}
	done := make(chan error, 1)
	go func() {
		_, err := client.Get(url)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return errors.New("timed out")
	}
}

// A shell under a time limit.
func shell(ctx context.Context, script string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	return cmd.CombinedOutput() // want `the time limit kills sh alone: if it has started another program, that one keeps the pipe open`
}

func shellBuffer(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", script)
	cmd.Stdout = &out
	return cmd.Run() // want `the time limit kills /bin/bash alone`
}

func shellStarted(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait() // want `the time limit kills sh alone: if it has started another program, that one keeps the pipe open, and \(\*exec.Cmd\).Wait waits for that one`
}

func shellRead(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	for sc := bufio.NewScanner(out); sc.Scan(); {
	}
	return cmd.Wait() // want `that one keeps the pipe open, and whoever reads from it waits for that one`
}

func programRead(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "log")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	for sc := bufio.NewScanner(out); sc.Scan(); {
	}
	return cmd.Wait()
}

func shellRight(ctx context.Context, script string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

func program(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return exec.CommandContext(ctx, "git", "status").Output()
}

func shellNoLimit(ctx context.Context, script string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", script).Output()
}

// A done channel instead of a group.
func orderChan(ctx context.Context, frames <-chan int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		pump(ctx)
	}()
	defer func() { <-done }() // want `deferred calls run last to first: this wait comes before the cancel\(\)`
	for range frames {
		if err := try(ctx); err != nil {
			return err
		}
	}
	return nil
}

func pump(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
	}
}

// The last word of a goroutine that nobody waits for any more.
type plan struct {
	in     chan int
	down   chan error
	cancel context.CancelFunc
}

func startPlan() *plan {
	ctx, cancel := context.WithCancel(context.Background())
	p := &plan{in: make(chan int), down: make(chan error), cancel: cancel}
	go p.serve(ctx)
	return p
}

func (p *plan) serve(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-p.in:
		case <-ctx.Done():
		}
	}
	p.down <- ctx.Err() // want `the goroutine of \(\*plan\).serve stays at the send on p.down for ever: its only receiver, in \(\*plan\).Stop, leaves after the time limit`
}

func (p *plan) Stop() error {
	p.cancel()
	select {
	case err := <-p.down:
		return err
	case <-time.After(5 * time.Second):
		return errors.New("stuck")
	}
}

// One error at most, and room for it.
func gone(ctx context.Context, recv func() (int, error)) (<-chan int, <-chan error) {
	out, gone := make(chan int), make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			v, err := recv()
			if err != nil {
				gone <- err
				return
			}
			select {
			case out <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, gone
}

func listen(ctx context.Context, recv func() (int, error)) error {
	out, gone := gone(ctx, recv)
	for {
		select {
		case <-out:
		case err := <-gone:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// A pipe.
type archive interface {
	Put(ctx context.Context, name string, r io.Reader) (int64, error)
}

func store(ctx context.Context, a archive, in io.Reader) (int64, error) {
	pr, pw := io.Pipe()
	go func() {
		_, err := io.Copy(pw, in) // want `the goroutine stays in a write to pw for ever if a.Put stops reading early, as it does when it fails: nothing closes pr; close it with CloseWithError`
		pw.CloseWithError(err)
	}()
	n, err := a.Put(ctx, "x", pr)
	if err != nil {
		return 0, err
	}
	return n, nil
}

func storeRight(ctx context.Context, a archive, in io.Reader) (int64, error) {
	pr, pw := io.Pipe()
	defer pr.Close()
	go func() {
		_, err := io.Copy(pw, in)
		pw.CloseWithError(err)
	}()
	return a.Put(ctx, "x", pr)
}

func post(ctx context.Context, in io.Reader) error {
	pr, pw := io.Pipe()
	go func() {
		_, err := io.Copy(pw, in)
		pw.CloseWithError(err)
	}()
	req, err := http.NewRequestWithContext(ctx, "POST", "http://x", pr)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

// Nobody is there at all.
func nilChannel() {
	go func() {
		var c chan int
		<-c // want `the goroutine stays at the receive from c for ever: it is nil`
	}()
	go func() {
		select {} // want `the goroutine stays at the select for ever: it has no cases`
	}()
	var later chan int
	if try(context.Background()) == nil {
		later = make(chan int, 1)
		later <- 1
	}
	go func() { <-later }()
}

type lonely struct{ c chan bool }

func newLonely() *lonely { return &lonely{c: make(chan bool)} }

func (l *lonely) read() {
	<-l.c // want `whoever calls \(\*lonely\).read stays at the receive from l.c for ever: nothing sends on it or closes it`
}

func ncast(items []int) {
	ch := make(chan any)
	for range items {
		go func() {
			ch <- struct{}{} // want `ncast starts a sender per item and receives once`
		}()
	}
	<-ch
}

func callsNcast() {
	go func() { ncast(nil) }()
	go func() { ncast(make([]int, 5)) }()
}

// Any program, with a limit set for it.
func tool(ctx context.Context, name string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	return cmd.Run() // want `the time limit kills name alone`
}

func toolNoLimit(ctx context.Context, name string) error {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout = &out
	return cmd.Run()
}

// The goroutine is in another package.
func future(ctx context.Context, cut func() (int, error)) (int, error) {
	select {
	case r := <-later.Do(cut): // want `the goroutine that Do starts stays at its send at later.go:14 for ever once this select is left at a.go:\d+: the channel has no room`
		return r.Value, r.Err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func futureByTime(cut func() (int, error)) (int, error) {
	ch := later.Do(cut) // want `the goroutine that Do starts stays at its send`
	select {
	case r := <-ch:
		return r.Value, r.Err
	case <-time.After(time.Second):
		return 0, errors.New("too slow")
	}
}

func futureRoom(ctx context.Context, cut func() error) error {
	select {
	case err := <-later.DoRoom(cut):
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func futureTaken(ctx context.Context, cut func() (int, error)) (int, error) {
	ch := later.Do(cut)
	select {
	case r := <-ch:
		return r.Value, r.Err
	case <-ctx.Done():
		<-ch
		return 0, ctx.Err()
	}
}

// A generator whose consumer leaves.
func gen(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i // want `stays at the send on out for ever: its only receiver, in useGen, leaves at a.go:\d+`
		}
	}()
	return out
}

func useGen() error {
	for v := range gen(100) {
		if v > 10 {
			return errors.New("too much")
		}
	}
	return nil
}

func genAll(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i
		}
	}()
	return out
}

func useAll() (sum int) {
	for v := range genAll(100) {
		sum += v
	}
	return sum
}

// The closer waits for the senders.
func closer(ctx context.Context, items []string, f func(context.Context, string) error) error {
	var wg sync.WaitGroup
	errs := make(chan error)
	for _, it := range items {
		wg.Go(func() {
			errs <- f(ctx, it) // want `stays at the send on errs for ever: nothing receives from it once closer has left with an error`
		})
	}
	go func() {
		wg.Wait()
		close(errs)
	}()
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
