// Package mailaddr checks e-mail addresses.
package mailaddr

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"strings"
)

var (
	// ErrInvalid is returned for something that is no address.
	ErrInvalid = errors.New("not an e-mail address")
	// ErrNoMail is returned when the domain takes no mail.
	ErrNoMail = errors.New("domain takes no mail")
)

// Checker checks addresses.
type Checker struct {
	blocked map[string]bool
}

// NewChecker returns a checker that refuses the given domains.
func NewChecker(blocked ...string) *Checker {
	c := &Checker{blocked: make(map[string]bool)}
	for _, domain := range blocked {
		c.blocked[strings.ToLower(domain)] = true
	}
	return c
}

// Check returns the address without decoration if its domain takes mail.
func (c *Checker) Check(raw string) (string, error) {
	parsed, err := mail.ParseAddress(raw)
	if err != nil {
		return "", ErrInvalid
	}
	_, domain, _ := strings.Cut(parsed.Address, "@")
	if c.blocked[strings.ToLower(domain)] {
		return "", ErrInvalid
	}
	records, err := net.LookupMX(domain) // EXPECT blocking-no-ctx
	var dnsErr *net.DNSError
	switch {
	case errors.As(err, &dnsErr) && dnsErr.IsNotFound:
		return "", ErrNoMail
	case err != nil:
		return "", fmt.Errorf("look up %s: %w", domain, err)
	case len(records) == 0 || records[0].Host == ".":
		return "", ErrNoMail
	}
	return parsed.Address, nil
}
