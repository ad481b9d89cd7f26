package policies

import (
	"context"
	"log"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

type broker interface {
	Send(ctx context.Context, s string) error
}

// A policy that counts from its making, made once.

type client struct {
	b     broker
	again retry.Backoff
}

func newClient(b broker) *client {
	p := retry.NewConstant(time.Second)
	p = retry.WithMaxRetries(3, p)
	return &client{b: b, again: p}
}

func (c *client) send(ctx context.Context) error {
	return retry.Do(ctx, c.again, func(ctx context.Context) error { // want `the back-off given to retry.Do is made once, with the object, and counts on from call to call`
		return retry.RetryableError(c.b.Send(ctx, "x"))
	})
}

var global = retry.WithMaxRetries(3, retry.NewConstant(time.Second))

func (c *client) sendGlobal(ctx context.Context) error {
	return retry.Do(ctx, global, func(ctx context.Context) error { // want `made once, with the package`
		return retry.RetryableError(c.b.Send(ctx, "x"))
	})
}

func (c *client) sendAll(ctx context.Context, items []string) error {
	p := retry.WithMaxRetries(3, retry.NewConstant(time.Second))
	for _, it := range items {
		err := retry.Do(ctx, p, func(ctx context.Context) error { // want `made once, outside of the loop`
			return retry.RetryableError(c.b.Send(ctx, it))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *client) sendEach(ctx context.Context, items []string) error {
	for _, it := range items {
		p := retry.WithMaxRetries(3, retry.NewConstant(time.Second))
		err := retry.Do(ctx, p, func(ctx context.Context) error {
			return retry.RetryableError(c.b.Send(ctx, it))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Whoever makes it may make one for each.
type given struct {
	b     broker
	again retry.Backoff
}

func newGiven(b broker, again retry.Backoff) *given { return &given{b, again} }

func (g *given) send(ctx context.Context) error {
	return retry.Do(ctx, g.again, func(ctx context.Context) error {
		return retry.RetryableError(g.b.Send(ctx, "x"))
	})
}

// A policy that ends by itself after a while, in an endless loop.

type watch struct {
	b  broker
	bo *backoff.ExponentialBackOff
}

func newWatch(b broker) *watch { return &watch{b: b, bo: backoff.NewExponentialBackOff()} }

func (w *watch) run(ctx context.Context) {
	for {
		pause := time.Minute
		if err := w.b.Send(ctx, "x"); err != nil {
			pause = w.bo.NextBackOff() // want `NewExponentialBackOff ends 15m after it was made or last reset: then NextBackOff gives -1`
			log.Print(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (w *watch) runToStop(ctx context.Context) {
	bo := backoff.NewExponentialBackOff()
	for {
		err := w.b.Send(ctx, "x")
		if err == nil {
			return
		}
		pause := bo.NextBackOff()
		if pause == backoff.Stop {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// A bare power is in nanoseconds.

func bare(ctx context.Context, b broker) (err error) {
	for n := 1; n <= 6; n++ {
		if err = b.Send(ctx, "x"); err == nil || n == 6 {
			return err
		}
		time.Sleep(time.Duration(1 << n)) // want `the delay between attempts is at most .* which is none`
	}
	return err
}

func bareEndless(ctx context.Context, b broker) error {
	for n := 1; ; n++ {
		err := b.Send(ctx, "x")
		if err == nil || n == 6 {
			return err
		}
		t := time.NewTimer(time.Duration(1 << n)) // want `the delay between attempts is at most 1.024µs even after ten failures, which is none`
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func withUnit(ctx context.Context, b broker) error {
	for n := 1; ; n++ {
		err := b.Send(ctx, "x")
		if err == nil || n == 6 {
			return err
		}
		time.Sleep(time.Duration(1<<n) * time.Millisecond)
	}
}

// A delay kept in a field that nothing sets back.

type session struct {
	b    broker
	wait time.Duration
}

func newSession(b broker) *session { return &session{b: b, wait: time.Second} }

func (s *session) run(ctx context.Context) error {
	for {
		err := s.b.Send(ctx, "x")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		time.Sleep(s.wait)
		s.wait = min(2*s.wait, time.Hour) // want `wait grows with each turn and is never set back`
	}
}

type resetting struct {
	b    broker
	wait time.Duration
}

func (s *resetting) run(ctx context.Context) error {
	for {
		err := s.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print(err)
		time.Sleep(s.wait)
		s.wait = min(2*s.wait, time.Hour)
	}
}

func (s *resetting) once(ctx context.Context) error {
	err := s.b.Send(ctx, "x")
	if err == nil {
		s.wait = time.Second
	}
	return err
}

// A pause that a failed look never comes to.

type station interface {
	State(ctx context.Context) (int, error)
}

func skipped(ctx context.Context, s station) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		n, err := s.State(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // want `after a failure .*State is tried again at once, for as long as the failure lasts`
		}
		if n == 3 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func notSkipped(ctx context.Context, s station) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		n, err := s.State(ctx)
		if err != nil {
			log.Print(err)
		}
		if n == 3 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Nothing limits what is multiplied.

type options struct {
	first  time.Duration
	factor int
}

func grows(ctx context.Context, b broker, o options) error {
	pause := o.first
	for ctx.Err() == nil {
		if err := b.Send(ctx, "x"); err == nil {
			pause = o.first
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause *= time.Duration(o.factor) // want `pause is multiplied after each failure and nothing limits it`
	}
	return ctx.Err()
}

func growsToLimit(ctx context.Context, b broker, o options) error {
	pause := o.first
	for ctx.Err() == nil {
		if err := b.Send(ctx, "x"); err == nil {
			pause = o.first
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause *= time.Duration(o.factor)
		if pause > time.Minute {
			pause = time.Minute
		}
	}
	return ctx.Err()
}

func growsThrough(ctx context.Context, b broker, o options) error {
	pause := o.first
	for ctx.Err() == nil {
		if err := b.Send(ctx, "x"); err == nil {
			pause = o.first
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = next(pause)
	}
	return ctx.Err()
}

func next(d time.Duration) time.Duration { return min(2*d, time.Minute) }

// Failures counted in a field.

type task struct {
	failures uint
	due      time.Time
}

func (t *task) failed() {
	t.failures++
	t.due = time.Now().Add(shifted(t.failures))
}

func shifted(n uint) time.Duration {
	return min(time.Second<<n, time.Hour) // want `time.Second << n overflows once n is large enough`
}

type counted struct {
	failures uint
	due      time.Time
}

func (t *counted) failed() bool {
	t.failures++
	if t.failures > 10 {
		return false
	}
	t.due = time.Now().Add(shiftedToo(t.failures))
	return true
}

func shiftedToo(n uint) time.Duration { return min(time.Second<<n, time.Hour) }

// No delay after the last: the left side says no.

func leftSide(ctx context.Context, b broker, tries int) error {
	var err error
	for try := 1; try <= tries; try++ {
		if err = b.Send(ctx, "x"); err == nil {
			return nil
		}
		if try < tries && !rest(ctx, 3*time.Second) {
			return ctx.Err()
		}
	}
	return err
}

func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// A policy that is used up step by step.

type stepper struct {
	b       broker
	backoff *wait.Backoff
}

func newStepper(b broker) *stepper {
	return &stepper{b: b, backoff: &wait.Backoff{Duration: time.Second, Steps: 5}}
}

func (s *stepper) send(ctx context.Context) error {
	for {
		err := s.b.Send(ctx, "x")
		if err == nil || s.backoff.Steps == 0 {
			return err
		}
		time.Sleep(s.backoff.Step()) // want `backoff is kept from call to call and counts on`
	}
}

type copier struct {
	b       broker
	backoff wait.Backoff
}

func (s *copier) send(ctx context.Context) error {
	left := s.backoff
	for {
		err := s.b.Send(ctx, "x")
		if err == nil || left.Steps == 0 {
			return err
		}
		time.Sleep(left.Step())
	}
}

type resetter struct {
	b  broker
	bo *backoff.ExponentialBackOff
}

func (s *resetter) send(ctx context.Context) error {
	s.bo.Reset()
	for {
		err := s.b.Send(ctx, "x")
		if err == nil {
			return nil
		}
		d := s.bo.NextBackOff()
		if d == backoff.Stop {
			return err
		}
		time.Sleep(d)
	}
}

// The operation says itself which failures last; or the failure is handed to
// somebody who may take their time.

type line struct{ n int }

func (l *line) next(buf []byte) (over bool, err error) { return l.n == 0, context.Canceled }

func saysItself(ctx context.Context, b broker, l *line) {
	for {
		over, err := forward(ctx, b)
		if err != nil {
			log.Print(err)
			if over {
				return
			}
		}
	}
}

func forward(ctx context.Context, b broker) (over bool, err error) {
	err = b.Send(ctx, "x")
	return ctx.Err() != nil, err
}

func handsOn(ctx context.Context, b broker, out chan<- error, done chan struct{}) {
	give := func(err error) bool {
		select {
		case out <- err:
			return true
		case <-done:
			return false
		}
	}
	for {
		if err := b.Send(ctx, "x"); err != nil {
			if !give(err) {
				return
			}
		}
	}
}

func saysNothing(ctx context.Context, b broker) {
	for {
		over, err := forward(ctx, b)
		if err != nil {
			log.Print(err, over)
			continue // want `is tried again at once`
		}
	}
}

type stream struct {
	b  broker
	bo *backoff.ExponentialBackOff
}

func newStream(b broker) *stream {
	return &stream{b: b, bo: backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))}
}

// Nothing resets the policy after a success.
func (s *stream) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.b.Send(ctx, "x"); err != nil {
			time.Sleep(s.bo.NextBackOff()) // want `bo grows with each turn and nothing resets it`
		}
	}
}

type resetStream struct {
	b  broker
	bo *backoff.ExponentialBackOff
}

func newResetStream(b broker) *resetStream {
	return &resetStream{b: b, bo: backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))}
}

func (s *resetStream) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.b.Send(ctx, "x"); err != nil {
			time.Sleep(s.bo.NextBackOff())
			continue
		}
		s.bo.Reset()
	}
}
