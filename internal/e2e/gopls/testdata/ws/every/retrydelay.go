package every

import (
	"context"
	"log"
	"net"
)

func dialUntil(ctx context.Context, addr string) net.Conn {
	var d net.Dialer
	for ctx.Err() == nil {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err != nil {
			log.Print(err)
			continue
		}
		return conn
	}
	return nil
}
