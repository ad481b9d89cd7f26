// Package good tunnels technicians to the machines of a factory. The name is looked up under
// the caller's context, like the dial after it.
package good

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
)

// Names turns the name of a machine into an address.
type Names interface {
	Resolve(ctx context.Context, name string) (net.IP, error)
}

// SiteNames asks the site's DNS and knows some machines by heart.
type SiteNames struct {
	domain string
	fixed  map[string]net.IP
}

var _ Names = (*SiteNames)(nil)

// NewSiteNames returns the names below domain.
func NewSiteNames(domain string, fixed map[string]net.IP) *SiteNames {
	return &SiteNames{domain: domain, fixed: fixed}
}

// Resolve implements Names. Machines of the site have IPv4 addresses only.
func (s *SiteNames) Resolve(ctx context.Context, name string) (net.IP, error) {
	if ip := net.ParseIP(name); ip != nil {
		return ip, nil
	}
	if ip, ok := s.fixed[name]; ok {
		return ip, nil
	}
	if !strings.Contains(name, ".") {
		name += "." + s.domain
	}
	ips, err := net.DefaultResolver.LookupIP(ctx, "ip4", name)
	if err != nil {
		return nil, fmt.Errorf("resolve %s: %w", name, err)
	}
	return ips[0], nil
}

// Tunnel carries the connections of technicians to machines of the site.
type Tunnel struct {
	names  Names
	dialer *net.Dialer
}

// NewTunnel returns a tunnel that dials with dialer.
func NewTunnel(names Names, dialer *net.Dialer) *Tunnel {
	return &Tunnel{names: names, dialer: dialer}
}

// Carry connects a technician to a machine until one side closes or ctx ends.
func (t *Tunnel) Carry(ctx context.Context, technician net.Conn, machine, port string) error {
	ip, err := t.names.Resolve(ctx, machine)
	if err != nil {
		return err
	}
	conn, err := t.dialer.DialContext(ctx, "tcp", net.JoinHostPort(ip.String(), port))
	if err != nil {
		return fmt.Errorf("dial %s: %w", machine, err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() {
		_ = conn.Close()
		_ = technician.Close()
	})
	defer stop()

	ended := make(chan error, 2)
	pass := func(dst, src net.Conn) {
		_, err := io.Copy(dst, src)
		_ = dst.Close()
		ended <- err
	}
	go pass(conn, technician)
	go pass(technician, conn)
	if err := <-ended; err != nil {
		return fmt.Errorf("tunnel to %s: %w", machine, err)
	}
	return nil
}
