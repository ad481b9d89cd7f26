// Package bad reads the visitor count of a lido from the controller of its turnstiles, which can
// be reached at several addresses. All connection attempts run under one five-second context: when
// the first address swallows packets it takes all of it, and the others are never tried.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

const (
	callLimit = 10 * time.Second
	dialLimit = 5 * time.Second
)

// Controller is one turnstile controller with its addresses, the preferred one first.
type Controller struct {
	addrs  []string
	dialer net.Dialer
}

// NewController returns the controller behind up to four addresses.
func NewController(addrs []string) (*Controller, error) {
	if len(addrs) == 0 || len(addrs) > 4 {
		return nil, fmt.Errorf("one to four controller addresses expected, got %d", len(addrs))
	}
	return &Controller{addrs: addrs}, nil
}

// Visitors returns how many people are inside.
func (c *Controller) Visitors(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	conn, err := c.connect(ctx)
	if err != nil {
		return 0, fmt.Errorf("connect to turnstiles: %w", err)
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return 0, err
		}
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if _, err := conn.Write([]byte("COUNT\n")); err != nil {
		return 0, fmt.Errorf("ask for count: %w", err)
	}
	line, err := bufio.NewReaderSize(conn, 64).ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("read count: %w", err)
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

// connect tries the addresses in their order.
func (c *Controller) connect(ctx context.Context) (net.Conn, error) {
	dialCtx, cancel := context.WithTimeout(ctx, dialLimit) // EXPECT retry-timeout
	defer cancel()
	var errs []error
	for _, addr := range c.addrs { // OR retry-timeout
		conn, err := c.dialer.DialContext(dialCtx, "tcp", addr) // OR retry-timeout
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, errors.Join(errs...)
}
