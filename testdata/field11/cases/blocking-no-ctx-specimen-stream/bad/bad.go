// Package bad streams the inventory of a herbarium over gRPC. The query behind the stream
// runs on the background context: a client that cancels while the database is still sorting
// leaves the query, its connection and the handler running to the end.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Specimen is one pressed plant.
type Specimen struct {
	Sheet  string
	Family string
	Found  string
}

// Drawers reads the herbarium's inventory.
type Drawers struct{ pool *pgxpool.Pool }

// NewDrawers returns the inventory behind an opened pool.
func NewDrawers(pool *pgxpool.Pool) *Drawers { return &Drawers{pool: pool} }

// Each calls fn for every specimen of a family until fn fails.
func (d *Drawers) Each(ctx context.Context, family string, fn func(Specimen) error) error {
	rows, err := d.pool.Query(ctx, `SELECT sheet, family, found_at FROM specimens WHERE family = $1 ORDER BY sheet`, family)
	if err != nil {
		return fmt.Errorf("query specimens: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		s, err := pgx.RowToStructByPos[Specimen](rows)
		if err != nil {
			return fmt.Errorf("read specimen: %w", err)
		}
		if err := fn(s); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Herbarium is the gRPC service.
type Herbarium struct {
	drawers *Drawers
	log     *slog.Logger
}

// NewHerbarium returns the service over an inventory.
func NewHerbarium(drawers *Drawers, log *slog.Logger) *Herbarium {
	return &Herbarium{drawers: drawers, log: log}
}

// ListSpecimens streams the specimens of a family.
func (h *Herbarium) ListSpecimens(family *wrapperspb.StringValue, stream grpc.ServerStreamingServer[structpb.Struct]) error {
	if family.GetValue() == "" {
		return status.Error(codes.InvalidArgument, "no family given")
	}
	ctx := context.Background() // OR blocking-no-ctx // OR ignored-done
	sent := 0
	err := h.drawers.Each(ctx, family.GetValue(), func(s Specimen) error { // EXPECT blocking-no-ctx // OR ignored-done
		msg, err := structpb.NewStruct(map[string]any{"sheet": s.Sheet, "family": s.Family, "found": s.Found})
		if err != nil {
			return err
		}
		sent++
		return stream.Send(msg)
	})
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	}
	h.log.Error("listing specimens", "family", family.GetValue(), "sent", sent, "err", err)
	return status.Error(codes.Internal, "inventory not readable")
}
