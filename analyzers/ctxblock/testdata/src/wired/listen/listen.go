// Package listen hands its listener over, and has the same wait in a function
// with a context of its own: one cause, told where the context lacks.
package listen

import (
	"context"
	"net"

	"wired/watch"
)

type listener struct{ host string }

func (l *listener) serve(ctx context.Context, hosts <-chan string) error {
	if err := l.resolve(l.host); err != nil {
		return err
	}
	return watch.New(l).Serve(ctx, hosts)
}

func (l *listener) Changed(host string) error { return l.resolve(host) }
func (l *listener) Gone(string) error         { return nil }

func (l *listener) resolve(host string) error {
	_, err := net.LookupHost(host) // want `net.LookupHost waits without a context, so the end of ctx does not end it`
	return err
}

type other struct{}

func (other) Changed(host string) error {
	_, err := net.LookupHost(host)
	return err
}
func (other) Gone(string) error { return nil }

// Nothing else tells of this one.
func Watch() *watch.Service {
	return watch.New(other{}) // want `other.Changed waits without a context, and \(\*Service\).Serve of package watch`
}
