// Package good streams the pages of a score over gRPC. The query behind the pages ends with
// the stream.
package good

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Library serves scores.
type Library struct {
	db *sql.DB
}

// Open returns a library over a pool of limited size.
func Open(db *sql.DB) *Library {
	db.SetMaxOpenConns(12)
	db.SetConnMaxLifetime(time.Hour)
	return &Library{db: db}
}

// Pages is a server-streaming method.
func (l *Library) Pages(in *wrapperspb.StringValue, stream grpc.ServerStreamingServer[wrapperspb.BytesValue]) error {
	md, _ := metadata.FromIncomingContext(stream.Context())
	if len(md.Get("choir")) == 0 {
		return status.Error(codes.Unauthenticated, "no choir")
	}
	n := 0
	err := l.each(stream.Context(), in.GetValue(), func(page []byte) error {
		n++
		return stream.Send(wrapperspb.Bytes(page))
	})
	if err != nil {
		return status.Errorf(codes.Internal, "page %d: %v", n, err)
	}
	return nil
}

func (l *Library) each(ctx context.Context, score string, fn func([]byte) error) error {
	rows, err := l.db.QueryContext(ctx, `SELECT image FROM page WHERE score = $1 ORDER BY number`, score)
	if err != nil {
		return fmt.Errorf("pages of %s: %w", score, err)
	}
	defer rows.Close()
	for rows.Next() {
		var page []byte
		if err := rows.Scan(&page); err != nil {
			return err
		}
		if err := fn(page); err != nil {
			return err
		}
	}
	return rows.Err()
}
