// Package good steers harvesters over a gRPC stream: positions come in, headings go out. One
// goroutine receives while the handler plans. When the handler leaves, because a machine has
// left its field or a heading could not be sent, the end of the stream's context ends the
// receiver as well, in a Recv or on its way into the channel.
package good

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Field is what a harvester works on.
type Field interface {
	// Heading returns the next heading, or false outside the field.
	Heading(north, east float64) (float64, bool)
}

// Steering serves harvesters.
type Steering struct {
	field Field
	log   *slog.Logger
}

// NewSteering returns the steering for one field.
func NewSteering(field Field, log *slog.Logger) *Steering {
	return &Steering{field: field, log: log}
}

// Steer guides one harvester until it leaves.
func (s *Steering) Steer(stream grpc.BidiStreamingServer[structpb.Struct, wrapperspb.DoubleValue]) error {
	positions := make(chan *structpb.Struct)
	ended := make(chan error, 1)
	go func() { ended <- receive(stream, positions) }()

	for {
		select {
		case p := <-positions:
			at := p.GetFields()
			heading, inside := s.field.Heading(at["north"].GetNumberValue(), at["east"].GetNumberValue())
			if !inside {
				return status.Error(codes.OutOfRange, "harvester has left the field")
			}
			if err := stream.Send(wrapperspb.Double(heading)); err != nil {
				return fmt.Errorf("send heading: %w", err)
			}
		case err := <-ended:
			if errors.Is(err, io.EOF) {
				return nil
			}
			s.log.InfoContext(stream.Context(), "harvester lost", "err", err)
			return err
		}
	}
}

func receive(stream grpc.BidiStreamingServer[structpb.Struct, wrapperspb.DoubleValue], positions chan<- *structpb.Struct) error {
	for {
		p, err := stream.Recv()
		if err != nil {
			return err
		}
		select {
		case positions <- p:
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
	}
}
