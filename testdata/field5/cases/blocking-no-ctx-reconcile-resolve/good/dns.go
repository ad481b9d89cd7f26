package endpoints

import (
	"context"
	"fmt"
	"net"
)

type dns struct{}

func (dns) Resolve(ctx context.Context, host string) ([]string, error) {
	addrs, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	return addrs, nil
}
