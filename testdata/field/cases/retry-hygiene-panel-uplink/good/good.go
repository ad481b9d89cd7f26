// Package good keeps departure panels supplied with texts over a gRPC stream.
// Between two streams lies a pause that grows to half a minute, is spread at random and starts small
// again after a stream that worked.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

var watch = &grpc.StreamDesc{StreamName: "Watch", ServerStreams: true}

// Panel shows texts.
type Panel struct {
	conn *grpc.ClientConn
	stop string // the bus stop it hangs at
	show func(text string)
	log  *slog.Logger
}

// Run shows what arrives until ctx ends.
func (p *Panel) Run(ctx context.Context) error {
	pause := time.Second
	for ctx.Err() == nil {
		stream, err := p.open(ctx)
		if err != nil {
			p.log.Warn("texts not available", "err", err)
			pause = p.rest(ctx, pause)
			continue
		}
		begun := time.Now()
		err = p.follow(stream)
		p.log.Warn("stream of texts broke", "err", err)
		if time.Since(begun) > time.Minute {
			pause = time.Second
		}
		pause = p.rest(ctx, pause)
	}
	return ctx.Err()
}

func (p *Panel) rest(ctx context.Context, d time.Duration) time.Duration {
	t := time.NewTimer(d/2 + rand.N(d))
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
	return min(2*d, 30*time.Second)
}

func (p *Panel) open(ctx context.Context) (grpc.ClientStream, error) {
	s, err := p.conn.NewStream(ctx, watch, "/panels.v1.Texts/Watch")
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	if err := s.SendMsg(wrapperspb.String(p.stop)); err != nil {
		return nil, fmt.Errorf("subscribe: %w", err)
	}
	return s, s.CloseSend()
}

func (p *Panel) follow(s grpc.ClientStream) error {
	for {
		text := &wrapperspb.StringValue{}
		if err := s.RecvMsg(text); err != nil {
			return err
		}
		p.show(text.GetValue())
	}
}
