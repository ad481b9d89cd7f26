// Package ok answers over gRPC how far a light can be seen. Cancellation is not passed on as it came but
// translated: into the codes of gRPC outwards, and into an error of the package inwards. Nothing of
// it is lost.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Fog knows how far one can see.
type Fog interface {
	Visibility(ctx context.Context, light string) (miles float64, err error)
}

// Errors of this package.
var (
	ErrUnknown = errors.New("no such light")
	ErrAborted = errors.New("question was withdrawn")
	ErrLate    = errors.New("fog reports are late")
)

// Lights answers questions.
type Lights struct {
	fog    Fog
	ranges map[string]float64
}

// Seen returns from how far a light can be seen now.
func (l *Lights) Seen(ctx context.Context, light string) (float64, error) {
	nominal, ok := l.ranges[light]
	if !ok {
		return 0, fmt.Errorf("%q: %w", light, ErrUnknown)
	}
	miles, err := l.fog.Visibility(ctx, light)
	switch {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return 0, ErrAborted
	case errors.Is(err, context.DeadlineExceeded):
		return 0, ErrLate
	case err != nil:
		return 0, fmt.Errorf("visibility at %s: %w", light, err)
	}
	return math.Min(nominal, 2*miles), nil
}

// Service is the gRPC side.
type Service struct{ lights *Lights }

// NewService returns the service over lights with nominal ranges.
func NewService(fog Fog, ranges map[string]float64) *Service {
	return &Service{lights: &Lights{fog: fog, ranges: ranges}}
}

// Range implements the RPC.
func (s *Service) Range(ctx context.Context, in *wrapperspb.StringValue) (*wrapperspb.DoubleValue, error) {
	miles, err := s.lights.Seen(ctx, in.GetValue())
	if err != nil {
		return nil, toStatus(err)
	}
	return wrapperspb.Double(miles), nil
}

func toStatus(err error) error {
	switch {
	case errors.Is(err, ErrUnknown):
		return status.Error(codes.NotFound, err.Error())
	case errors.Is(err, ErrAborted):
		return status.Error(codes.Canceled, err.Error())
	case errors.Is(err, ErrLate):
		return status.Error(codes.DeadlineExceeded, err.Error())
	default:
		return status.Error(codes.Internal, "light is out of order")
	}
}
