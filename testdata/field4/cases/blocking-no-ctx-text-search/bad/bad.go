// Package bad is the search service of a standards library.
package bad

import (
	"context"
	"errors"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"faultfield4/cases/blocking-no-ctx-text-search/bad/fulltext"
)

const searchLimit = 2 * time.Second

// Server implements the search procedure.
type Server struct {
	index *fulltext.Index
}

// NewServer serves an index.
func NewServer(index *fulltext.Index) *Server { return &Server{index: index} }

// Search returns the titles of the best clauses.
func (s *Server) Search(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[structpb.ListValue], error) {
	terms := strings.Fields(req.Msg.GetValue())
	if len(terms) == 0 {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("empty query"))
	}
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	titles, err := s.titles(ctx, terms)
	if err != nil {
		return nil, connect.NewError(connect.CodeInternal, err)
	}
	list, err := structpb.NewList(titles)
	if err != nil {
		return nil, connect.NewError(connect.CodeInternal, err)
	}
	return connect.NewResponse(list), nil
}

func (s *Server) titles(ctx context.Context, terms []string) ([]any, error) {
	seen := make(map[string]bool)
	var titles []any
	for _, term := range terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clauses, err := s.index.Match(term) // OR blocking-no-ctx
		if err != nil {
			return nil, err
		}
		for _, c := range clauses {
			if !seen[c.Title] {
				seen[c.Title] = true
				titles = append(titles, c.Title)
			}
		}
	}
	return titles, nil
}
