// Package good has what the volume plugin's gRPC server needs besides the plugin itself: calls
// that change the volume group have to come one after the other.
package good

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
)

// NewServer returns a server with the interceptors in place.
func NewServer(log *slog.Logger) *grpc.Server {
	return grpc.NewServer(
		grpc.ConnectionTimeout(10*time.Second),
		grpc.ChainUnaryInterceptor(logged(log), oneAtATime()),
	)
}

func logged(log *slog.Logger) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		start := time.Now()
		resp, err := next(ctx, req)
		log.InfoContext(ctx, "call", "method", info.FullMethod, "took", time.Since(start), "err", err)
		return resp, err
	}
}

func readOnly(method string) bool {
	name := method[strings.LastIndexByte(method, '/')+1:]
	return strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "List") || name == "Probe"
}

func oneAtATime() grpc.UnaryServerInterceptor {
	lvm := semaphore.NewWeighted(1)
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		if readOnly(info.FullMethod) {
			return next(ctx, req)
		}
		if err := lvm.Acquire(ctx, 1); err != nil {
			return nil, status.FromContextError(err).Err()
		}
		defer lvm.Release(1)
		return next(ctx, req)
	}
}
