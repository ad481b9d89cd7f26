// Package good writes a visitors' log for a gRPC service: method, host name of the peer, code.
// The reverse lookup of the host name ends with the call, and after a short limit in any case.
package good

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
)

const (
	keepNames = 10 * time.Minute
	maxNames  = 4096
	nameLimit = 300 * time.Millisecond
)

type entry struct {
	name string
	till time.Time
}

// Visitors remembers the names of peers.
type Visitors struct {
	log *slog.Logger

	mu    sync.Mutex
	names map[string]entry
}

// NewVisitors returns an empty log.
func NewVisitors(log *slog.Logger) *Visitors {
	return &Visitors{log: log, names: make(map[string]entry)}
}

// Unary is the interceptor.
func (v *Visitors) Unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	resp, err := next(ctx, req)
	who := "unknown"
	if p, found := peer.FromContext(ctx); found {
		who = v.label(ctx, p.Addr)
	}
	v.log.InfoContext(ctx, "call", "method", info.FullMethod, "peer", who, "code", status.Code(err))
	return resp, err
}

func (v *Visitors) label(ctx context.Context, addr net.Addr) string {
	host, _, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	v.mu.Lock()
	known, found := v.names[host]
	v.mu.Unlock()
	if found && time.Now().Before(known.till) {
		return known.name
	}

	ctx, cancel := context.WithTimeout(ctx, nameLimit)
	defer cancel()
	names, err := net.DefaultResolver.LookupAddr(ctx, host)
	if err != nil || len(names) == 0 {
		return host
	}
	name := strings.TrimSuffix(names[0], ".")
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.names) >= maxNames {
		clear(v.names)
	}
	v.names[host] = entry{name: name, till: time.Now().Add(keepNames)}
	return name
}
