// Package ok collects the signals of tagged herons over UDP. The read knows no context, but it has a
// deadline of a second: whoever stops the collector waits for a second at most.
package ok

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"
)

const (
	wake      = time.Second
	signalLen = 12
)

// Signal is what a tag sends.
type Signal struct {
	Tag     uint32
	Lat     int32
	Lon     int32
	Station string
}

// Collector passes signals on.
type Collector struct {
	conn net.PacketConn
	out  chan<- Signal
	log  *slog.Logger
}

// NewCollector returns a collector on a socket, which it closes in the end.
func NewCollector(conn net.PacketConn, out chan<- Signal, log *slog.Logger) *Collector {
	return &Collector{conn: conn, out: out, log: log}
}

// Run collects until ctx ends.
func (c *Collector) Run(ctx context.Context) error {
	defer c.conn.Close()
	buf := make([]byte, 64)
	for {
		if err := c.conn.SetReadDeadline(time.Now().Add(wake)); err != nil {
			return fmt.Errorf("set deadline: %w", err)
		}
		n, from, err := c.conn.ReadFrom(buf)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		s, ok := parse(buf[:n])
		if !ok {
			c.log.Debug("not a signal", "from", from, "n", n)
			continue
		}
		s.Station = from.String()
		select {
		case c.out <- s:
		case <-ctx.Done():
			return nil
		}
	}
}

func parse(b []byte) (Signal, bool) {
	if len(b) != signalLen {
		return Signal{}, false
	}
	return Signal{
		Tag: binary.BigEndian.Uint32(b),
		Lat: int32(binary.BigEndian.Uint32(b[4:])),
		Lon: int32(binary.BigEndian.Uint32(b[8:])),
	}, true
}
