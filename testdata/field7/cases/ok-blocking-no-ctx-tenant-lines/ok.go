// Package ok forwards readings to the server of the tenant they belong to. A connection is
// made under a lock in the middle of a call, without a context; but grpc.NewClient only
// parses the target and sets up the client: nothing is dialled before the first call on
// it, and that call has the caller's context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

const record = "/readings.v1.Readings/Record"

// Tenants knows where the server of a tenant is.
type Tenants interface {
	Target(tenant string) (string, bool)
}

// Forwarder keeps one connection for each tenant.
type Forwarder struct {
	tenants Tenants
	creds   credentials.TransportCredentials

	mu    sync.Mutex
	lines map[string]*grpc.ClientConn
}

// NewForwarder returns a forwarder without connections.
func NewForwarder(tenants Tenants, creds credentials.TransportCredentials) *Forwarder {
	return &Forwarder{tenants: tenants, creds: creds, lines: make(map[string]*grpc.ClientConn)}
}

// Record implements the reading service; it passes the reading on.
func (f *Forwarder) Record(ctx context.Context, reading *structpb.Struct) (*emptypb.Empty, error) {
	line, err := f.line(reading.GetFields()["tenant"].GetStringValue())
	if err != nil {
		return nil, err
	}
	done := new(emptypb.Empty)
	if err := line.Invoke(ctx, record, reading, done); err != nil {
		return nil, err
	}
	return done, nil
}

func (f *Forwarder) line(tenant string) (*grpc.ClientConn, error) {
	target, known := f.tenants.Target(tenant)
	if !known {
		return nil, status.Error(codes.NotFound, "unknown tenant")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if line, have := f.lines[tenant]; have {
		return line, nil
	}
	line, err := grpc.NewClient(target, grpc.WithTransportCredentials(f.creds))
	if err != nil {
		return nil, status.Error(codes.Internal, fmt.Sprintf("tenant %s: %v", tenant, err))
	}
	f.lines[tenant] = line
	return line, nil
}

// Close closes all connections.
func (f *Forwarder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var errs []error
	for tenant, line := range f.lines {
		errs = append(errs, line.Close())
		delete(f.lines, tenant)
	}
	return errors.Join(errs...)
}
