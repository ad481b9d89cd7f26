package a

import (
	"context"
	"log"

	"github.com/twmb/franz-go/pkg/kgo"
)

func consume(ctx context.Context, cl *kgo.Client, handle func(context.Context, []byte) error) error {
	for {
		fetches := cl.PollFetches(ctx) // want `when ctx is over \(\*Client\).PollFetches returns at once, with no more than an error inside fetches`
		if fetches.IsClientClosed() {
			return nil
		}
		fetches.EachError(func(topic string, p int32, err error) {
			log.Println(topic, p, err)
		})
		for _, r := range fetches.Records() {
			if err := handle(ctx, r.Value); err != nil {
				return err
			}
		}
	}
}

func consumeAsks(ctx context.Context, cl *kgo.Client, handle func(context.Context, []byte) error) error {
	for {
		fetches := cl.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		for _, r := range fetches.Records() {
			if err := handle(ctx, r.Value); err != nil {
				return err
			}
		}
	}
}

func consumeLooks(ctx context.Context, cl *kgo.Client, handle func(context.Context, []byte) error) error {
	for {
		fetches := cl.PollFetches(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, r := range fetches.Records() {
			if err := handle(ctx, r.Value); err != nil {
				return err
			}
		}
	}
}

// The last of the errors ends it.
func consumeNotes(ctx context.Context, cl *kgo.Client, handle func(context.Context, []byte) error) error {
	for {
		fetches := cl.PollFetches(ctx)
		var last error
		fetches.EachError(func(_ string, _ int32, err error) { last = err })
		if last != nil {
			return last
		}
		for _, r := range fetches.Records() {
			_ = handle(ctx, r.Value)
		}
	}
}

// commit fails as well when the context is over.
func consumeCommits(ctx context.Context, cl *kgo.Client, commit func(context.Context) error) error {
	for {
		fetches := cl.PollFetches(ctx)
		for _, r := range fetches.Records() {
			log.Println(r.Value)
		}
		if err := commit(ctx); err != nil {
			return err
		}
	}
}
