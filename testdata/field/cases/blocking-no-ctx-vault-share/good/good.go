// Package good opens shares of a document vault. The dial is made under the context, and as long as the
// login goes on, its end closes the connection.
package good

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

const dialLimit = time.Minute

// ErrDenied is returned when a vault refuses a member.
var ErrDenied = errors.New("vault refuses")

// Share is an open share.
type Share struct {
	conn net.Conn
	in   *bufio.Reader
}

// Dialer opens shares.
type Dialer struct {
	Member string
	Secret []byte
}

// Open opens the share of a vault.
func (d *Dialer) Open(ctx context.Context, addr, share string) (*Share, error) {
	dialer := net.Dialer{Timeout: dialLimit}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", addr, err)
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	s := &Share{conn: conn, in: bufio.NewReader(conn)}
	if err := s.login(d.Member, d.Secret, share); err != nil {
		stop()
		conn.Close()
		return nil, fmt.Errorf("log in at %s: %w", addr, errors.Join(ctx.Err(), err))
	}
	if !stop() {
		conn.Close()
		return nil, fmt.Errorf("log in at %s: %w", addr, ctx.Err())
	}
	return s, nil
}

func (s *Share) login(member string, secret []byte, share string) error {
	challenge, err := s.line()
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(challenge))
	_, err = fmt.Fprintf(s.conn, "LOGIN %s %s\nOPEN %s\n", member, hex.EncodeToString(mac.Sum(nil)), share)
	if err != nil {
		return err
	}
	verdict, err := s.line()
	if err != nil {
		return err
	}
	if verdict != "WELCOME" {
		return fmt.Errorf("%w: %s", ErrDenied, verdict)
	}
	return nil
}

func (s *Share) line() (string, error) {
	l, err := s.in.ReadString('\n')
	return strings.TrimSpace(l), err
}

// Close closes the share.
func (s *Share) Close() error { return s.conn.Close() }
