// Package good mails a circular to the members of a choir.
// Each member has a retry of his own. A mailbox that is put off with a 4xx answer has taken nothing
// and is asked again; nobody else is.
package good

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
	var failed []error
	for _, member := range c.Members {
		if ctx.Err() != nil {
			failed = append(failed, fmt.Errorf("mail to %s and those after: %w", member, ctx.Err()))
			break
		}
		one := func() error {
			if err := o.mailer.Deliver(ctx, member, c.Mail); err != nil {
				return classify(fmt.Errorf("mail to %s: %w", member, err))
			}
			return nil
		}
		if err := backoff.Retry(one, policy(ctx)); err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("send circular: %w", errors.Join(failed...))
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
