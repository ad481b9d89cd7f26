// Package bad streams the condition reports of a fresco over gRPC. The query runs without the
// context of the stream: when a restorer closes the viewer, the database goes on reading the
// reports of the last hundred years, and the handler waits for it.
package bad

import (
	"log/slog"
	"time"

	"github.com/jmoiron/sqlx"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const reports = `SELECT panel, author, seen_at, damage, note FROM reports WHERE fresco = $1 ORDER BY seen_at`

// Report is what was seen on one panel.
type Report struct {
	Panel  string    `db:"panel"`
	Author string    `db:"author"`
	SeenAt time.Time `db:"seen_at"`
	Damage float64   `db:"damage"`
	Note   string    `db:"note"`
}

func (r Report) message() (*structpb.Struct, error) {
	return structpb.NewStruct(map[string]any{
		"panel":  r.Panel,
		"author": r.Author,
		"seenAt": r.SeenAt.Format(time.RFC3339),
		"damage": r.Damage,
		"note":   r.Note,
	})
}

// Archive implements the archive service.
type Archive struct {
	db  *sqlx.DB
	log *slog.Logger
}

// NewArchive serves reports from db.
func NewArchive(db *sqlx.DB, log *slog.Logger) *Archive { return &Archive{db: db, log: log} }

// Export sends all reports of a fresco, oldest first.
func (a *Archive) Export(req *wrapperspb.StringValue, stream grpc.ServerStreamingServer[structpb.Struct]) error {
	ctx := stream.Context()
	if req.GetValue() == "" {
		return status.Error(codes.InvalidArgument, "fresco is missing")
	}
	rows, err := a.db.Queryx(reports, req.GetValue()) // EXPECT blocking-no-ctx
	if err != nil {
		a.log.ErrorContext(ctx, "query reports", "fresco", req.GetValue(), "err", err)
		return status.Error(codes.Unavailable, "archive unavailable")
	}
	defer rows.Close()
	for rows.Next() { // OR blocking-no-ctx
		var r Report
		if err := rows.StructScan(&r); err != nil {
			a.log.ErrorContext(ctx, "read report", "fresco", req.GetValue(), "err", err)
			return status.Error(codes.DataLoss, "unreadable report")
		}
		msg, err := r.message()
		if err != nil {
			return status.Error(codes.DataLoss, "unprintable report")
		}
		if err := stream.Send(msg); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		a.log.ErrorContext(ctx, "read reports", "fresco", req.GetValue(), "err", err)
		return status.Error(codes.Unavailable, "archive unavailable")
	}
	return nil
}
