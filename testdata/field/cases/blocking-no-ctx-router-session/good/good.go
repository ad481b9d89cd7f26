// Package good configures routers over SSH. A deadline covers the handshake, and the end of the context
// closes the connection while it goes on.
package good

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
	if err := raw.SetDeadline(time.Now().Add(d.shake)); err != nil {
		raw.Close()
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { raw.Close() })
	defer stop()
	conn, chans, reqs, err := ssh.NewClientConn(raw, r.Addr, conf)
	if err != nil {
		raw.Close()
		return nil, fmt.Errorf("handshake with %s: %w", r.Addr, err)
	}
	if err := raw.SetDeadline(time.Time{}); err != nil {
		conn.Close()
		return nil, err
	}
	return ssh.NewClient(conn, chans, reqs), nil
}

// Probe connects to all routers and returns those that failed.
func (d *Dialer) Probe(ctx context.Context, routers []Router) error {
	var errs []error
	for _, r := range routers {
		client, err := d.Dial(ctx, r)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		client.Close()
	}
	return errors.Join(errs...)
}
