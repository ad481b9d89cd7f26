// Package bad serves pension claims over gRPC. All of the store goes through one helper
// for the session, which hands out the plain handle where it should bind the caller's
// context: a claim list that is cancelled, or over its deadline, scans on in the database.
package bad

import (
	"context"
	"database/sql"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"faultfield7/cases/blocking-no-ctx-pension-claims/bad/claims"
)

// Server implements the claim service.
type Server struct {
	store *claims.Store
}

// NewServer returns a server of the store.
func NewServer(store *claims.Store) *Server { return &Server{store: store} }

// Open lists the open claims of a person.
func (s *Server) Open(ctx context.Context, person *wrapperspb.StringValue) (*structpb.ListValue, error) {
	if person.GetValue() == "" {
		return nil, status.Error(codes.InvalidArgument, "person is missing")
	}
	open, err := s.store.Open(ctx, person.GetValue())
	if errors.Is(err, sql.ErrNoRows) {
		return nil, status.Error(codes.NotFound, "no such person")
	}
	if err != nil {
		return nil, status.FromContextError(err).Err()
	}
	list := &structpb.ListValue{}
	for _, c := range open {
		list.Values = append(list.Values, structpb.NewStringValue(c.Number+" "+c.Kind))
	}
	return list, nil
}
