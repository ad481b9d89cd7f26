package jetstream

import "context"

type PubAck struct{}

type PublishOpt func() error

type Publisher interface {
	Publish(ctx context.Context, subject string, data []byte, opts ...PublishOpt) (*PubAck, error)
}

type JetStream interface{ Publisher }

func WithMsgID(id string) PublishOpt { return nil }

func WithExpectStream(s string) PublishOpt { return nil }
