// Package once has a context at hand wherever it calls what waits in another package.
package once

import (
	"context"

	"once/events"
	"once/mailer"
)

type service struct {
	mail *mailer.Mailer
	log  events.Sink
}

func (s *service) begin(ctx context.Context) error {
	s.mail.Flush() // want `\(\*service\).begin → \(\*Mailer\).Flush → time.Sleep of 10s \(mailer.go:9\) does not end when ctx does, as in 2 other calls of this package; give \(\*Mailer\).Flush the context`
	return ctx.Err()
}

func (s *service) pause(ctx context.Context) error {
	s.mail.Flush()
	return ctx.Err()
}

func (s *service) hurry() { s.mail.Flush() }

func (s *service) leave(ctx context.Context) error {
	s.hurry()
	return ctx.Err()
}

// Another wait of the same package is another cause.
func (s *service) remind(ctx context.Context, to string) error {
	s.mail.Queue(to) // want `\(\*service\).remind → \(\*Mailer\).Queue → send on m.jobs \(mailer.go:12\) does not end when ctx does; give`
	return ctx.Err()
}

// What is noted, and asked of the one loop of an object, is taken as long as that runs.
func (s *service) note(ctx context.Context, what string) error {
	s.log.Note(what)
	for range s.log.Subscribe() {
		if ctx.Err() != nil {
			break
		}
	}
	return ctx.Err()
}
