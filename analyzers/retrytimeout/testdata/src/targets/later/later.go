// Package later gives its dialers a limit.
package later

import (
	"context"
	"net"
	"time"
)

func dialLater(ctx context.Context, addrs []string) (conn net.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var d net.Dialer
	d.Timeout = 3 * time.Second
	for _, a := range addrs {
		if conn, err = d.DialContext(ctx, "tcp", a); err == nil {
			return conn, nil
		}
	}
	return nil, err
}
