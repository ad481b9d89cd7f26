// Package gateway reaches into mines.
package gateway

import (
	"context"
	"fmt"
	"net"

	"golang.org/x/crypto/ssh"
)

// SSH runs commands over SSH.
type SSH struct {
	User string
	Key  ssh.Signer
	Host ssh.PublicKey
}

func (s *SSH) config() *ssh.ClientConfig {
	return &ssh.ClientConfig{
		User:            s.User,
		Auth:            []ssh.AuthMethod{ssh.PublicKeys(s.Key)},
		HostKeyCallback: ssh.FixedHostKey(s.Host),
	}
}

// Read runs a command on a host and returns what it prints.
func (s *SSH) Read(ctx context.Context, host, command string) (string, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(host, "22"))
	if err != nil {
		return "", fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	c, chans, reqs, err := ssh.NewClientConn(conn, host, s.config())
	if err != nil {
		return "", fmt.Errorf("handshake: %w", err)
	}
	client := ssh.NewClient(c, chans, reqs)
	defer client.Close()
	sess, err := client.NewSession()
	if err != nil {
		return "", err
	}
	defer sess.Close()
	out, err := sess.Output(command)
	return string(out), err
}
