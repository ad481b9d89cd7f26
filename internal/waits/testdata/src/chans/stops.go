package chans

import "context"

// Two objects: who stops the one after the other loses nothing.
type hauler struct {
	jobs <-chan int
	stop chan struct{}
}

func (w *hauler) run() {
	for {
		select {
		case <-w.jobs:
		case <-w.stop:
			return
		}
	}
}

func (w *hauler) halt() { close(w.stop) }

type loader struct{ jobs chan<- int }

func (f *loader) feed(ctx context.Context, n int) {
	f.jobs <- n
}

func newHaulers() (*hauler, *loader) {
	jobs := make(chan int)
	return &hauler{jobs: jobs, stop: make(chan struct{})}, &loader{jobs: jobs}
}

func asked(ctx context.Context) (int, error) { return 0, ctx.Err() }

// Whichever of the errors is sent, the goroutine leaves after it.
func polled(ctx context.Context, stop <-chan struct{}) error {
	errs := make(chan error, 1)
	go func() {
		for {
			n, err := asked(ctx)
			if err != nil {
				if n > 0 {
					println(n)
				} else {
					errs <- err
				}
				return
			}
			if n == 0 {
				errs <- context.Canceled
				return
			}
		}
	}()
	select { // want `select: value 1 of polled`
	case err := <-errs:
		return err
	case <-stop:
		return nil
	}
}

// For ever, as it says.
func forEver() {
	<-make(chan struct{})
}

type told struct {
	what string
	done chan int
}

var news = make(chan told)

// The one loop of the program, which is stopped last.
func reader(stop chan struct{}) {
	for {
		select { // want `select: value 0 of reader loop`
		case t := <-news:
			t.done <- len(t.what)
		case <-stop:
			return
		}
	}
}

func tell(what string) {
	done := make(chan int, 1)
	news <- told{what, done}
	<-done
}
