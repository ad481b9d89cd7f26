package more

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Whoever has the Wait of the group ends the context and waits for the goroutine.

func emits(ctx context.Context) func() {
	var wg sync.WaitGroup
	wg.Add(1)
	tick := time.NewTicker(time.Second)
	emit := func() { println("still here") }
	go func() {
		defer func() {
			tick.Stop()
			wg.Done()
		}()
		for {
			select {
			case <-tick.C:
				emit()
			case <-ctx.Done():
				return
			}
		}
	}()
	return wg.Wait
}

func emitsUntil(ctx context.Context, emit func()) func() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		emit()
	}()
	return func() { <-done }
}

// Nobody can wait for it.
func emitsOn(ctx context.Context) error {
	var wg sync.WaitGroup
	wg.Add(1)
	tick := time.NewTicker(time.Second)
	emit := func() { println("still here") }
	go func() {
		defer func() {
			tick.Stop()
			wg.Done()
		}()
		for {
			select {
			case <-tick.C:
				emit()
			case <-ctx.Done(): // want `the goroutine stays until ctx is over, even when emitsOn has returned long before`
				return
			}
		}
	}()
	return nil
}

// The one value that is sent has been received where the function leaves.
func runs(cmd *exec.Cmd, signals chan os.Signal) error {
	done := make(chan error)
	go func() {
		done <- cmd.Wait()
	}()
	for {
		select {
		case err := <-done:
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return errors.New("reported")
			}
			return err
		case s := <-signals:
			println(s.String())
		}
	}
}

// It may leave without it.
func runsUntil(cmd *exec.Cmd, signals chan os.Signal, broken <-chan error) error {
	done := make(chan error)
	go func() {
		done <- cmd.Wait() // want `stays at the send on done for ever: nothing receives from it once runsUntil has left`
	}()
	for {
		select {
		case err := <-done:
			return err
		case err := <-broken:
			return err
		case s := <-signals:
			println(s.String())
		}
	}
}
