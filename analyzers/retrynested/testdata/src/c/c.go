// Package c switches the client's retries off.
package c

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type files struct{ s3 *s3.Client }

func open(cfg aws.Config) *files {
	return &files{s3: s3.NewFromConfig(cfg, func(o *s3.Options) { o.RetryMaxAttempts = 1 })}
}

func (f *files) get(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if _, err = f.s3.GetItem(ctx, &s3.GetInput{}); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
