// Package ok reads the lines that a buoy sends over TCP. The read knows no context and has no
// deadline; it is right, because the connection is closed when the context ends.
package ok

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// Fix is a position.
type Fix struct{ Lat, Lon float64 }

// Read passes positions on until ctx is done or the buoy hangs up.
func Read(ctx context.Context, addr string, fixes chan<- Fix) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	r := bufio.NewReader(conn)
	for {
		s, err := r.ReadString('\n')
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", addr, err)
		}
		fix, err := parse(strings.TrimSpace(s))
		if err != nil {
			continue
		}
		select {
		case fixes <- fix:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func parse(s string) (Fix, error) {
	lat, lon, _ := strings.Cut(s, ";")
	a, err := strconv.ParseFloat(lat, 64)
	if err != nil {
		return Fix{}, err
	}
	b, err := strconv.ParseFloat(lon, 64)
	return Fix{a, b}, err
}
