package more

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"sync"
)

// The first server that ends is the end of the program.
func serveBoth(public, private *http.Server) error {
	errs := make(chan error)
	go func() { errs <- public.ListenAndServe() }()
	go func() { errs <- private.ListenAndServe() }()
	go func() {
		ln, err := net.Listen("unix", "/run/pier.sock")
		if err != nil {
			errs <- err
			return
		}
		errs <- public.Serve(ln)
	}()
	return <-errs
}

// A command: its answer is on the terminal, and the process ends with it.
func cmdStart(name string) (int, error) {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return 1, err
	}
	ready, exited := make(chan struct{}), make(chan error)
	go func() {
		awaitReady()
		close(ready)
	}()
	go func() { exited <- cmd.Wait() }()
	select {
	case <-ready:
		fmt.Println("started", cmd.Process.Pid)
	case err := <-exited:
		return 1, err
	}
	return 0, nil
}

func awaitReady() {}

// The same for each call of a service.
func startWorker(ctx context.Context, name string) (int, error) {
	cmd := exec.Command(name)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ready, exited := make(chan struct{}), make(chan error)
	go func() {
		awaitReady()
		close(ready)
	}()
	go func() {
		exited <- cmd.Wait() // want `goes on after startWorker has given up on it` `stays at the send on exited for ever`
	}()
	select {
	case <-ready:
	case <-exited:
		return 0, errors.New("gone")
	}
	return cmd.Process.Pid, nil
}

// The lock comes too late, and stays taken.
func lockOr(ctx context.Context, mu *sync.Mutex) error {
	got := make(chan struct{})
	go func() {
		mu.Lock() // want `if lockOr gives up at servers.go:\d+, this goroutine takes the lock later all the same`
		close(got)
	}()
	select {
	case <-got:
		defer mu.Unlock()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Right: the goroutine gives it back when nobody waits any more.
func lockOrGiveBack(ctx context.Context, mu *sync.Mutex) error {
	got := make(chan struct{})
	go func() {
		mu.Lock()
		select {
		case got <- struct{}{}:
		case <-ctx.Done():
			mu.Unlock()
		}
	}()
	select {
	case <-got:
		defer mu.Unlock()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
