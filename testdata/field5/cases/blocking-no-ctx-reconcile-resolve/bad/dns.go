package endpoints

import (
	"fmt"
	"net"
)

type dns struct{}

func (dns) Resolve(host string) ([]string, error) {
	addrs, err := net.LookupHost(host) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("resolve: %w", err)
	}
	return addrs, nil
}
