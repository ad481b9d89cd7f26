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
