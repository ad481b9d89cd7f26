package a

import (
	"context"
	"net"
	"time"
)

// The listener is closed by whoever ends the context, and Accept says so after the pause.
func accepts(ctx context.Context, l net.Listener, serve func(net.Conn)) error {
	pause := 5 * time.Millisecond
	for {
		c, err := l.Accept()
		if err != nil {
			if ne, ok := err.(net.Error); ok && ne.Timeout() && ctx.Err() == nil {
				time.Sleep(pause)
				pause = min(2*pause, 2*time.Second)
				continue
			}
			return err
		}
		go serve(c)
	}
}
