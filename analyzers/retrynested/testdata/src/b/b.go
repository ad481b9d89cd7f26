// Package b uses clients that retry by default.
package b

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

type flags struct{ db *dynamodb.Client }

func open(cfg aws.Config) *flags { return &flags{db: dynamodb.NewFromConfig(cfg)} }

func (f *flags) get(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if _, err = f.db.GetItem(ctx, &dynamodb.GetInput{}); err == nil || ctx.Err() != nil { // want `\(\*dynamodb.Client\).GetItem tries up to 4 times by default, and the loop at \w+.go:\d+ repeats that: 5 × 4 = 20`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A client that came in may be set up in any way.
func given(ctx context.Context, db *dynamodb.Client) error {
	var err error
	for n := 0; n < 5; n++ {
		if _, err = db.GetItem(ctx, &dynamodb.GetInput{}); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
