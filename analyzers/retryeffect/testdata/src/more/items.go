package more

import (
	"context"
	"errors"
	"time"

	"github.com/segmentio/kafka-go"
)

type feeds struct{ w *kafka.Writer }

func passing(each kafka.WriteErrors) bool { return len(each) > 0 }

// all sends all of them again.
func (s *feeds) all(ctx context.Context, msgs []kafka.Message) error {
	for n := 1; ; n++ {
		err := s.w.WriteMessages(ctx, msgs...) // want `is repeated by the loop .*for all items after an error that tells which of them failed`
		if err == nil {
			return nil
		}
		var each kafka.WriteErrors
		if n == 4 || !errors.As(err, &each) || !passing(each) {
			return err
		}
		time.Sleep(time.Second)
	}
}

// any asks for no more than that there is such an error.
func (s *feeds) any(ctx context.Context, msgs []kafka.Message) (err error) {
	for range 4 {
		if err = s.write(ctx, msgs); err == nil { // want `is repeated by the loop .*for all items`
			return nil
		}
		var each kafka.WriteErrors
		if !errors.As(err, &each) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *feeds) write(ctx context.Context, msgs []kafka.Message) error {
	return s.w.WriteMessages(ctx, msgs...)
}

// left sends what failed.
func (s *feeds) left(ctx context.Context, msgs []kafka.Message) (err error) {
	for range 4 {
		if err = s.w.WriteMessages(ctx, msgs...); err == nil {
			return nil
		}
		var each kafka.WriteErrors
		if !errors.As(err, &each) || !passing(each) {
			return err
		}
		var next []kafka.Message
		for i := range each {
			if each[i] != nil {
				next = append(next, msgs[i])
			}
		}
		msgs = next
		time.Sleep(time.Second)
	}
	return err
}

// given up when some of them failed, repeated when none was sent.
func (s *feeds) given(ctx context.Context, msgs []kafka.Message, unsent func(error) bool) (err error) {
	for range 4 {
		if err = s.w.WriteMessages(ctx, msgs...); err == nil {
			return nil
		}
		var each kafka.WriteErrors
		if errors.As(err, &each) || !unsent(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// single sends one message, which has failed if there is an error.
func (s *feeds) single(ctx context.Context, msg kafka.Message) (err error) {
	for range 4 {
		if err = s.w.WriteMessages(ctx, msg); err == nil {
			return nil
		}
		var each kafka.WriteErrors
		if !errors.As(err, &each) || !passing(each) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
