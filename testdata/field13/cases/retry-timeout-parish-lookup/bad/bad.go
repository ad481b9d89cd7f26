// Package bad asks the parish directories, one after the other, for a register entry. The
// deadline is worked out before the loop and given to every directory in turn: one
// that takes the connection and says nothing uses all of it, and the others, although
// they are up, time out before they are asked.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// ErrUnknown says that a directory does not know the entry.
var ErrUnknown = errors.New("no such entry")

// Directories answers from the first directory that is up; all hold the same entries.
type Directories struct {
	Addrs []string
	Wait  time.Duration // for a directory to answer
}

// Find returns the line that belongs to name.
func (d *Directories) Find(ctx context.Context, name string) (string, error) {
	by := time.Now().Add(d.Wait) // EXPECT retry-timeout
	var failed []error
	for _, addr := range d.Addrs { // OR retry-timeout
		line, err := ask(ctx, addr, name, by) // OR retry-timeout
		if err == nil || errors.Is(err, ErrUnknown) {
			return line, err
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		failed = append(failed, fmt.Errorf("%s: %w", addr, err))
	}
	return "", fmt.Errorf("find %s: %w", name, errors.Join(failed...))
}

// ask speaks to one directory and is done with it at the given time.
func ask(ctx context.Context, addr, name string, by time.Time) (string, error) {
	ctx, cancel := context.WithDeadline(ctx, by) // OR retry-timeout
	defer cancel()
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	if _, err := fmt.Fprintf(conn, "FIND %s\r\n", name); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return "", errors.Join(err, ctx.Err())
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "-" {
		return "", ErrUnknown
	}
	return line, nil
}
