// Package bad asks routers for their state over SSH.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

const perRouter = 8 * time.Second

// Prober logs in to routers.
type Prober struct {
	config *ssh.ClientConfig
}

// NewProber returns a prober that logs in with config.
func NewProber(config *ssh.ClientConfig) *Prober { return &Prober{config: config} }

// Neighbours returns the neighbour table of each router that answers.
func (p *Prober) Neighbours(ctx context.Context, routers []string) (map[string]string, error) {
	tables := make(map[string]string, len(routers))
	var failed []error
	for _, router := range routers {
		one, cancel := context.WithTimeout(ctx, perRouter)
		table, err := p.Run(one, router, "show bgp neighbors brief")
		cancel()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", router, err))
			continue
		}
		tables[router] = table
	}
	return tables, errors.Join(failed...)
}

// Run executes a command on the router and returns what it prints.
func (p *Prober) Run(ctx context.Context, router, command string) (string, error) {
	client, err := p.connect(ctx, router)
	if err != nil {
		return "", err
	}
	type answer struct {
		out []byte
		err error
	}
	answers := make(chan answer, 1)
	go func() {
		defer client.Close()
		out, err := output(client, command) // OR ignored-done
		answers <- answer{out, err}
	}()
	select {
	case a := <-answers:
		return string(a.out), a.err
	case <-ctx.Done():
		return "", fmt.Errorf("run %q: %w", command, ctx.Err()) // EXPECT ignored-done
	}
}

func (p *Prober) connect(ctx context.Context, router string) (*ssh.Client, error) {
	var d net.Dialer
	addr := net.JoinHostPort(router, "22")
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	c, chans, reqs, err := ssh.NewClientConn(conn, addr, p.config)
	if !stop() || err != nil {
		_ = conn.Close()
		return nil, errors.Join(ctx.Err(), err)
	}
	return ssh.NewClient(c, chans, reqs), nil
}

func output(client *ssh.Client, command string) ([]byte, error) {
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return session.Output(command)
}
