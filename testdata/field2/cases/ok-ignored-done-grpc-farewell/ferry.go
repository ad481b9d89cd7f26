// Package ok serves a ferry's calls over gRPC. After the end of the context it waits
// for the calls in progress, with a limit; the last receive has none and needs none,
// because Stop makes GracefulStop return.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"google.golang.org/grpc"
)

// Ferry is a server.
type Ferry struct {
	srv   *grpc.Server
	grace time.Duration
	log   *slog.Logger
}

// Serve serves on ln until ctx ends.
func (f *Ferry) Serve(ctx context.Context, ln net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- f.srv.Serve(ln) }()

	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
		f.log.InfoContext(ctx, "ferry stops", "cause", context.Cause(ctx))
	}

	drained := make(chan struct{})
	go func() {
		f.srv.GracefulStop()
		close(drained)
	}()
	grace := time.NewTimer(f.grace)
	defer grace.Stop()
	select {
	case <-drained:
	case <-grace.C:
		f.log.WarnContext(ctx, "calls cut off")
		f.srv.Stop()
		<-drained
	}
	return <-failed
}
