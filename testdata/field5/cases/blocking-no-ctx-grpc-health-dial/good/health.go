// Package health answers gRPC health checks by looking at what the service depends on.
package health

import (
	"context"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

const reachLimit = 2 * time.Second

// Dependency is an address that has to accept connections.
type Dependency struct {
	Name string
	Addr string
}

// Server implements the health service.
type Server struct {
	grpc_health_v1.UnimplementedHealthServer
	services map[string][]Dependency
}

// NewServer returns a server that knows these services and what they need.
func NewServer(services map[string][]Dependency) *Server { return &Server{services: services} }

// Check implements grpc_health_v1.HealthServer.
func (s *Server) Check(ctx context.Context, req *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	deps, ok := s.services[req.GetService()]
	if !ok {
		return nil, status.Errorf(codes.NotFound, "unknown service %q", req.GetService())
	}
	answer := &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}
	for _, d := range deps {
		if err := ctx.Err(); err != nil {
			return nil, status.FromContextError(err).Err()
		}
		if err := d.reach(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, status.FromContextError(ctx.Err()).Err()
			}
			answer.Status = grpc_health_v1.HealthCheckResponse_NOT_SERVING
			break
		}
	}
	return answer, nil
}

func (d Dependency) reach(ctx context.Context) error {
	dialer := net.Dialer{Timeout: reachLimit}
	conn, err := dialer.DialContext(ctx, "tcp", d.Addr)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Name, err)
	}
	return conn.Close()
}
