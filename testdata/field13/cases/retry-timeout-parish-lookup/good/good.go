// Package good asks the parish directories, one after the other, for a register entry. Each
// directory gets a deadline of its own, so one that takes the connection and says nothing
// leaves time for the next.
package good

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
	Wait  time.Duration // for one directory to answer
}

// Find returns the line that belongs to name.
func (d *Directories) Find(ctx context.Context, name string) (string, error) {
	var failed []error
	for _, addr := range d.Addrs {
		line, err := ask(ctx, addr, name, time.Now().Add(d.Wait))
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
	ctx, cancel := context.WithDeadline(ctx, by)
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
