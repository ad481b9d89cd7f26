package more

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

type bus struct {
	js   jetstream.JetStream
	opts []jetstream.PublishOpt
}

// plain gives options, none of which is an id.
func (b *bus) plain(ctx context.Context, body []byte) (err error) {
	for range 4 {
		if _, err = b.js.Publish(ctx, "plain", body, jetstream.WithRetryAttempts(0), jetstream.WithExpectStream("P")); err == nil { // want `Publish is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type parcel struct {
	id   string
	body []byte
}

// field sends what a struct holds, through a method of its own.
func (b *bus) field(ctx context.Context, p *parcel) (err error) {
	for range 4 {
		if err = b.hand(ctx, p); err == nil { // want `Publish .* is repeated by the loop`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (b *bus) hand(ctx context.Context, p *parcel) error {
	opt := jetstream.WithRetryAttempts(1)
	_, err := b.js.Publish(ctx, "field", p.body, opt)
	return err
}

// known gives the id of what is sent.
func (b *bus) known(ctx context.Context, p *parcel) (err error) {
	for range 4 {
		if _, err = b.js.Publish(ctx, "known", p.body, jetstream.WithRetryAttempts(0), jetstream.WithMsgID(p.id)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// handed hands on options that nobody sees.
func (b *bus) handed(ctx context.Context, p *parcel) (err error) {
	for range 4 {
		if _, err = b.js.Publish(ctx, "handed", p.body, b.opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// given is given an option that may be an id.
func (b *bus) given(ctx context.Context, body []byte, how jetstream.PublishOpt) (err error) {
	for range 4 {
		if _, err = b.js.Publish(ctx, "given", body, jetstream.WithRetryAttempts(0), how); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// collected collects options, one of them an id.
func (b *bus) collected(ctx context.Context, p *parcel) (err error) {
	opts := []jetstream.PublishOpt{jetstream.WithRetryAttempts(0)}
	if p.id != "" {
		opts = append(opts, jetstream.WithMsgID(p.id))
	}
	for range 4 {
		if _, err = b.js.Publish(ctx, "collected", p.body, opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
