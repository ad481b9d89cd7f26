// Package books is the gRPC side of a museum's ration-book archive.
package books

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Archive answers for ration books.
type Archive struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewArchive reads from pool.
func NewArchive(pool *pgxpool.Pool, log *slog.Logger) *Archive {
	return &Archive{pool: pool, log: log}
}

// Holder returns the name in a book.
func (a *Archive) Holder(ctx context.Context, number *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
	var name string
	err := a.pool.QueryRow(ctx, `SELECT holder FROM book WHERE number = $1`, number.GetValue()).Scan(&name)
	if err != nil {
		return nil, a.fail(ctx, "holder", err)
	}
	return wrapperspb.String(name), nil
}

// Stamps lists the stamps of a book, oldest first.
func (a *Archive) Stamps(ctx context.Context, number *wrapperspb.StringValue) (*structpb.ListValue, error) {
	if number.GetValue() == "" {
		return nil, status.Error(codes.InvalidArgument, "no number")
	}
	stamps, err := a.stamps(number.GetValue()) // OR blocking-no-ctx
	if err != nil {
		return nil, a.fail(ctx, "stamps", err)
	}
	list := &structpb.ListValue{}
	for _, s := range stamps {
		list.Values = append(list.Values, structpb.NewStringValue(s))
	}
	return list, nil
}

func (a *Archive) stamps(number string) ([]string, error) {
	const query = `
SELECT s.goods || ' ' || to_char(s.used, 'YYYY-MM-DD')
FROM stamp s JOIN book b ON b.id = s.book
WHERE b.number = $1 ORDER BY s.used`
	rows, err := a.pool.Query(context.Background(), query, number) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string]) // OR blocking-no-ctx
}

func (a *Archive) fail(ctx context.Context, what string, err error) error {
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return status.Error(codes.NotFound, "no such book")
	case ctx.Err() != nil:
		return status.FromContextError(ctx.Err()).Err()
	}
	a.log.ErrorContext(ctx, "query failed", "what", what, "err", err)
	return status.Error(codes.Unavailable, "archive not available")
}
