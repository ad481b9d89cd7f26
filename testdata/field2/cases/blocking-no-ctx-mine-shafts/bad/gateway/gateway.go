// Package gateway reaches into mines.
package gateway

import (
	"fmt"

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
func (s *SSH) Read(addr, command string) (string, error) {
	client, err := ssh.Dial("tcp", addr, s.config()) // OR blocking-no-ctx
	if err != nil {
		return "", fmt.Errorf("dial: %w", err)
	}
	defer client.Close()
	sess, err := client.NewSession() // OR blocking-no-ctx
	if err != nil {
		return "", err
	}
	defer sess.Close()
	out, err := sess.Output(command) // OR blocking-no-ctx
	return string(out), err
}
