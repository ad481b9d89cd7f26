// Package bad keeps departure panels supplied with texts over a gRPC stream.
// A stream that cannot be opened, and one that breaks, lead straight to the next. While the service
// restarts, every panel of the network knocks at its door as fast as the loop can turn.
package bad

import (
	"context"
	"fmt"
	"log/slog"

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
	for ctx.Err() == nil { // OR retry-hygiene
		stream, err := p.open(ctx) // OR retry-hygiene
		if err != nil {
			p.log.Warn("texts not available", "err", err)
			continue // EXPECT retry-hygiene
		}
		err = p.follow(stream)
		p.log.Warn("stream of texts broke", "err", err)
	}
	return ctx.Err()
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
