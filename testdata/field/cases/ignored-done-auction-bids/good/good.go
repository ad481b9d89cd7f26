// Package good runs auctions over a gRPC stream. The goroutine that receives the bids gives up its
// send when the handler leaves.
package good

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Bids is the stream of one bidder: amounts in, the standing bid out.
type Bids = grpc.BidiStreamingServer[wrapperspb.Int64Value, wrapperspb.Int64Value]

// Lot is a thing that is sold.
type Lot interface {
	// Offer takes a bid and returns the highest so far.
	Offer(amount int64) int64
}

// House holds auctions.
type House struct {
	lot    Lot
	length time.Duration
}

// Bid serves one bidder.
func (h *House) Bid(stream Bids) error {
	ctx, cancel := context.WithTimeout(stream.Context(), h.length)
	defer cancel()
	offers, gone := receive(ctx, stream)
	for {
		select {
		case offer := <-offers:
			standing := h.lot.Offer(offer.GetValue())
			if err := stream.Send(wrapperspb.Int64(standing)); err != nil {
				return err
			}
		case err := <-gone:
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		case <-ctx.Done():
			return status.Error(codes.DeadlineExceeded, "the hammer has fallen")
		}
	}
}

func receive(ctx context.Context, stream Bids) (<-chan *wrapperspb.Int64Value, <-chan error) {
	offers := make(chan *wrapperspb.Int64Value)
	gone := make(chan error, 1)
	go func() {
		for ctx.Err() == nil {
			offer, err := stream.Recv()
			if err != nil {
				gone <- err
				return
			}
			select {
			case offers <- offer:
			case <-ctx.Done():
				return
			}
		}
	}()
	return offers, gone
}
