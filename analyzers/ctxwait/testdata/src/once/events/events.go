// Package events has an object with one loop, which runs as long as whoever
// runs the object likes.
package events

import "context"

type Log struct {
	events chan string
	funcs  chan func(context.Context)
	subs   []chan string
}

// A Sink takes events.
type Sink interface {
	Note(event string)
	Subscribe() <-chan string
}

func New() Sink {
	return &Log{events: make(chan string, 64), funcs: make(chan func(context.Context))}
}

func (l *Log) Serve(ctx context.Context) error { return l.run(ctx) }

func (l *Log) run(ctx context.Context) error {
	for {
		select {
		case e := <-l.events:
			for _, s := range l.subs {
				select {
				case s <- e:
				default:
				}
			}
		case f := <-l.funcs:
			f(ctx)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Note is only stuck if the loop is over while its caller is not: in another
// package, that is not known.
func (l *Log) Note(event string) { l.events <- event }

// Subscribe asks the loop, which answers at once.
func (l *Log) Subscribe() <-chan string {
	sub := make(chan string, 8)
	l.funcs <- func(context.Context) { l.subs = append(l.subs, sub) }
	return sub
}

// Fill has a context at hand in the package itself.
func (l *Log) Fill(ctx context.Context, all []string) {
	for _, e := range all {
		l.put(e)
	}
}

func (l *Log) put(event string) {
	l.events <- event // want `send on l.events does not end when ctx of its caller \(\*Log\).Fill does: its only receiver, in \(\*Log\).run, leaves at events.go:\d+, when the context ends`
}
