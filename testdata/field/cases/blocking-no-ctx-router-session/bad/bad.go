// Package bad configures routers over SSH. The context covers the TCP dial and nothing after it. The SSH
// handshake on the open connection has no limit at all, whatever the config's Timeout suggests, and
// a router that is rebooting accepts and goes silent.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

// Router is reached over SSH.
type Router struct {
	Addr string
	User string
	Key  ssh.Signer
	Host ssh.PublicKey
}

// Dialer connects to routers.
type Dialer struct {
	net   net.Dialer
	shake time.Duration
}

// NewDialer returns a dialer.
func NewDialer() *Dialer {
	return &Dialer{net: net.Dialer{Timeout: 5 * time.Second}, shake: 10 * time.Second}
}

// Dial connects to a router.
func (d *Dialer) Dial(ctx context.Context, r Router) (*ssh.Client, error) {
	conf := &ssh.ClientConfig{
		User:            r.User,
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(r.Key)},
		HostKeyCallback: ssh.FixedHostKey(r.Host),
		Timeout:         d.shake,
	}
	raw, err := d.net.DialContext(ctx, "tcp", r.Addr)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", r.Addr, err)
	}
	conn, chans, reqs, err := ssh.NewClientConn(raw, r.Addr, conf) // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		raw.Close()
		return nil, fmt.Errorf("handshake with %s: %w", r.Addr, err)
	}
	return ssh.NewClient(conn, chans, reqs), nil
}

// Probe connects to all routers and returns those that failed.
func (d *Dialer) Probe(ctx context.Context, routers []Router) error {
	var errs []error
	for _, r := range routers {
		client, err := d.Dial(ctx, r) // OR blocking-no-ctx // OR ignored-done
		if err != nil {
			errs = append(errs, err)
			continue
		}
		client.Close()
	}
	return errors.Join(errs...)
}
