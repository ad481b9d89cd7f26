// Package ok shows which ramp a ferry will use. Three layers have a limit - the server, the page and the
// call - and the call is repeated; but they fit: three calls of three seconds and the pauses stay
// below the page's twelve, and the server writes for fifteen.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

const (
	writeLimit = 15 * time.Second
	pageLimit  = 12 * time.Second
	callLimit  = 3 * time.Second
	calls      = 3
	mostPause  = 700 * time.Millisecond
)

const rampMethod = "/harbour.Ramps/Assigned"

// Board is the page for the people who wait in their cars.
type Board struct {
	conn *grpc.ClientConn
	log  *slog.Logger
}

// NewBoard asks over conn, which was made with grpc.WithDisableRetry.
func NewBoard(conn *grpc.ClientConn, log *slog.Logger) *Board { return &Board{conn: conn, log: log} }

// Server returns the board's HTTP server.
func (b *Board) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ferries/{ferry}/ramp", b.ramp)
	return &http.Server{
		Addr:              addr,
		Handler:           mux,
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       3 * time.Second,
		WriteTimeout:      writeLimit,
		IdleTimeout:       time.Minute,
	}
}

func (b *Board) ramp(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageLimit)
	defer cancel()
	ramp, err := b.assigned(ctx, r.PathValue("ferry"))
	if status.Code(err) == codes.NotFound {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		b.log.Error("ramp not known", "ferry", r.PathValue("ferry"), "err", err)
		http.Error(w, "harbour not available", http.StatusServiceUnavailable)
		return
	}
	if _, err := fmt.Fprintln(w, ramp); err != nil {
		b.log.Debug("answer not sent", "err", err)
	}
}

func (b *Board) assigned(ctx context.Context, ferry string) (string, error) {
	return retry.DoWithData(func() (string, error) {
		callCtx, cancel := context.WithTimeout(ctx, callLimit)
		defer cancel()
		var ramp wrapperspb.StringValue
		if err := b.conn.Invoke(callCtx, rampMethod, wrapperspb.String(ferry), &ramp); err != nil {
			return "", err
		}
		return ramp.GetValue(), nil
	},
		retry.Context(ctx),
		retry.Attempts(calls),
		retry.Delay(200*time.Millisecond),
		retry.MaxJitter(200*time.Millisecond),
		retry.MaxDelay(mostPause),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool {
			c := status.Code(err)
			return ctx.Err() == nil && (c == codes.Unavailable || c == codes.DeadlineExceeded)
		}),
	)
}
