// Package good streams the changes of market stalls to a gRPC client. The change stream is
// opened and read under the client's context, and closed under one of its own.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const closeLimit = 5 * time.Second

type change struct {
	Stall struct {
		Name string `bson:"name"`
	} `bson:"fullDocument"`
}

// Market serves the stalls.
type Market struct {
	stalls *mongo.Collection
	log    *slog.Logger
}

// NewMarket returns a market of the collection.
func NewMarket(stalls *mongo.Collection, log *slog.Logger) *Market {
	return &Market{stalls: stalls, log: log}
}

// Follow sends the names of changed stalls in a street until the client leaves.
func (m *Market) Follow(street *wrapperspb.StringValue, client grpc.ServerStreamingServer[wrapperspb.StringValue]) error {
	ctx := client.Context()
	only := mongo.Pipeline{{{Key: "$match", Value: bson.D{{Key: "fullDocument.street", Value: street.GetValue()}}}}}
	changes, err := m.stalls.Watch(ctx, only, options.ChangeStream().SetFullDocument(options.UpdateLookup))
	if err != nil {
		m.log.ErrorContext(ctx, "watch stalls", "err", err)
		return status.Error(codes.Unavailable, "stalls unavailable")
	}
	defer m.close(ctx, changes)

	for changes.Next(ctx) {
		var c change
		if err := changes.Decode(&c); err != nil {
			return status.Error(codes.Internal, fmt.Sprintf("decode change: %v", err))
		}
		if err := client.Send(wrapperspb.String(c.Stall.Name)); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return status.FromContextError(err).Err()
	}
	return status.Error(codes.Unavailable, "changes ended")
}

func (m *Market) close(ctx context.Context, changes *mongo.ChangeStream) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	if err := changes.Close(ctx); err != nil {
		m.log.WarnContext(ctx, "close changes", "err", err)
	}
}
