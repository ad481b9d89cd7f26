package a

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// The number is set by a function that is given the options.
type inOptions struct{ c *s3.Client }

func newInOptions(cfg aws.Config) *inOptions {
	return &inOptions{c: s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 6 })}
}

func (s *inOptions) get(ctx context.Context) (err error) {
	for i := range 4 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if _, err = s.c.GetItem(ctx, nil); err == nil { // want `GetItem tries up to 6 times by itself.*4 × 6 = 24 attempts`
			return nil
		}
	}
	return err
}

// An option of this one call says otherwise.
func (s *inOptions) once(ctx context.Context) (err error) {
	for i := range 4 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if _, err = s.c.GetItem(ctx, nil, func(o *s3.Options) { o.RetryMaxAttempts = 1 }); err == nil {
			return nil
		}
	}
	return err
}

func often(o *s3.Options) { o.RetryMaxAttempts = 8 }

type declared struct{ c *s3.Client }

func newDeclared(cfg aws.Config) *declared { return &declared{c: s3.NewFromConfig(cfg, often)} }

func (s *declared) get(ctx context.Context) (err error) {
	for i := range 3 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if _, err = s.c.GetItem(ctx, nil); err == nil { // want `GetItem tries up to 8 times by itself`
			return nil
		}
	}
	return err
}

// Switched off, and a number that is not in sight.
type offInOptions struct{ off, told *s3.Client }

func newOffInOptions(cfg aws.Config, n int) *offInOptions {
	return &offInOptions{
		off:  s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 1 }),
		told: s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = n }),
	}
}

func (s *offInOptions) get(ctx context.Context) (err error) {
	for i := range 4 {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if _, err = s.off.GetItem(ctx, nil); err == nil {
			return nil
		}
		if _, err = s.told.GetItem(ctx, nil); err == nil {
			return nil
		}
	}
	return err
}
