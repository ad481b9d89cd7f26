// Package bad mails a circular to the members of a choir.
// The retried function is the whole round. When one mailbox is put off with a 4xx answer, the next
// attempt starts at the first member again, and everybody before that mailbox gets the mail twice.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Mailer delivers a mail to one mailbox. A *textproto.Error is the answer of the server to the
// mailbox: with any of these the mail was not taken.
type Mailer interface {
	Deliver(ctx context.Context, to string, mail []byte) error
}

// Circular is a mail to all members.
type Circular struct {
	Members []string
	Mail    []byte
}

// Office sends circulars.
type Office struct {
	mailer Mailer
	budget time.Duration
}

// NewOffice uses mailer.
func NewOffice(mailer Mailer) *Office {
	return &Office{mailer: mailer, budget: 10 * time.Minute}
}

// Post sends c to all members.
func (o *Office) Post(ctx context.Context, c Circular) error {
	ctx, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	round := func() error {
		for _, member := range c.Members { // OR retry-effect
			if err := o.mailer.Deliver(ctx, member, c.Mail); err != nil { // EXPECT retry-effect
				return classify(fmt.Errorf("mail to %s: %w", member, err))
			}
		}
		return nil
	}
	if err := backoff.Retry(round, policy(ctx)); err != nil { // OR retry-effect
		return fmt.Errorf("send circular: %w", err)
	}
	return nil
}

// policy returns a fresh policy: five attempts within a minute.
func policy(ctx context.Context) backoff.BackOff {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = time.Second
	bo.MaxInterval = 15 * time.Second
	bo.MaxElapsedTime = time.Minute
	return backoff.WithContext(backoff.WithMaxRetries(bo, 4), ctx)
}

// classify lets only a mailbox that was put off be tried again.
func classify(err error) error {
	var answer *textproto.Error
	if errors.As(err, &answer) && answer.Code/100 == 4 {
		return err
	}
	return backoff.Permanent(err)
}
