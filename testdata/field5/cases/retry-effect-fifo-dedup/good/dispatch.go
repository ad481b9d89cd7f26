// Package good sends print jobs to the print servers.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"
)

// Job is a document to print.
type Job struct {
	Number  int64
	Printer string
	Body    string
}

// Queue takes jobs in the order of their printers.
type Queue interface {
	Push(ctx context.Context, group string, number int64, body string) error
}

// Dispatcher feeds a queue.
type Dispatcher struct {
	queue Queue
}

// NewDispatcher returns a Dispatcher to q, which is tried again when the network fails.
func NewDispatcher(q Queue) *Dispatcher { return &Dispatcher{queue: q} }

// Dispatch queues a job.
func (d *Dispatcher) Dispatch(ctx context.Context, j Job) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var errs []error
	for try := range 4 {
		if try > 0 {
			if err := pause(ctx, try); err != nil {
				errs = append(errs, err)
				break
			}
		}
		err := d.queue.Push(ctx, j.Printer, j.Number, j.Body)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		if !interrupted(err) {
			break
		}
	}
	return fmt.Errorf("dispatch job %d: %w", j.Number, errors.Join(errs...))
}

func interrupted(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) || errors.Is(err, context.DeadlineExceeded)
}

func pause(ctx context.Context, try int) error {
	d := time.Duration(try) * 200 * time.Millisecond
	select {
	case <-time.After(d + rand.N(d)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
