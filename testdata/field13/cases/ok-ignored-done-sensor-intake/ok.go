// Package ok takes in the readings of field sensors over a client stream. The loop never looks
// at its context; it need not. Receive returns an error as soon as the stream's context ends,
// and what is called between two receives is given that context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const intakeProcedure = "/field.v1.Sensors/Intake"

// Store keeps readings.
type Store interface {
	Add(ctx context.Context, raw []byte) error
}

// Intake is the service.
type Intake struct {
	store Store
}

// Mount adds the service to a mux.
func (in *Intake) Mount(mux *http.ServeMux) {
	mux.Handle(intakeProcedure, connect.NewClientStreamHandler(intakeProcedure, in.Take))
}

// Take stores all readings of a stream and answers with their number.
func (in *Intake) Take(ctx context.Context, stream *connect.ClientStream[wrapperspb.BytesValue]) (*connect.Response[wrapperspb.UInt64Value], error) {
	var n uint64
	for stream.Receive() {
		if err := in.store.Add(ctx, stream.Msg().GetValue()); err != nil {
			return nil, connect.NewError(connect.CodeUnavailable, fmt.Errorf("reading %d: %w", n, err))
		}
		n++
	}
	if err := stream.Err(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return connect.NewResponse(wrapperspb.UInt64(n)), nil
}
