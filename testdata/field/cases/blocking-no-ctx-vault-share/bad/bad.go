// Package bad opens shares of a document vault. Open has a context, which ends in its own signature: the
// dial has a fixed minute, and the greeting and the login that follow have nothing. Callers who wrap
// it in a two-second timeout wait for a minute, or for ever.
package bad

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
func (d *Dialer) Open(ctx context.Context, addr, share string) (*Share, error) { // OR blocking-no-ctx
	conn, err := net.DialTimeout("tcp", addr, dialLimit) // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", addr, err)
	}
	s := &Share{conn: conn, in: bufio.NewReader(conn)}
	if err := s.login(d.Member, d.Secret, share); err != nil { // OR blocking-no-ctx
		conn.Close()
		return nil, fmt.Errorf("log in at %s: %w", addr, err)
	}
	return s, nil
}

func (s *Share) login(member string, secret []byte, share string) error {
	challenge, err := s.line() // OR blocking-no-ctx
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(challenge))
	_, err = fmt.Fprintf(s.conn, "LOGIN %s %s\nOPEN %s\n", member, hex.EncodeToString(mac.Sum(nil)), share)
	if err != nil {
		return err
	}
	verdict, err := s.line() // OR blocking-no-ctx
	if err != nil {
		return err
	}
	if verdict != "WELCOME" {
		return fmt.Errorf("%w: %s", ErrDenied, verdict)
	}
	return nil
}

func (s *Share) line() (string, error) {
	l, err := s.in.ReadString('\n') // OR blocking-no-ctx
	return strings.TrimSpace(l), err
}

// Close closes the share.
func (s *Share) Close() error { return s.conn.Close() }
