// Package good asks sonar probes for depths over TCP. The end of the context, by deadline or by
// cancellation, moves the deadline of the connection into the past, which ends the read.
package good

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

const (
	cmdDepth  = 0x41
	maxPings  = 4096
	frameSize = 8
)

// Ping is one echo.
type Ping struct {
	Millis     uint32
	Centimetre uint32
}

// Probe is the address of a probe.
type Probe struct {
	addr   string
	dialer net.Dialer
}

// NewProbe does not connect yet.
func NewProbe(addr string) *Probe {
	return &Probe{addr: addr, dialer: net.Dialer{Timeout: 3 * time.Second}}
}

// Sweep asks for n pings and returns them when all have come.
func (p *Probe) Sweep(ctx context.Context, n uint16) ([]Ping, error) {
	if n > maxPings {
		return nil, fmt.Errorf("%d pings are too many", n)
	}
	conn, err := p.dialer.DialContext(ctx, "tcp", p.addr)
	if err != nil {
		return nil, fmt.Errorf("probe %s: %w", p.addr, err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()

	pings, err := exchange(conn, n)
	if err != nil {
		return nil, fmt.Errorf("probe %s after %d pings: %w", p.addr, len(pings), errors.Join(err, ctx.Err()))
	}
	return pings, nil
}

func exchange(conn net.Conn, n uint16) ([]Ping, error) {
	ask := binary.BigEndian.AppendUint16([]byte{cmdDepth}, n)
	if _, err := conn.Write(ask); err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	pings := make([]Ping, 0, n)
	r := bufio.NewReader(conn)
	var frame [frameSize]byte
	for range n {
		if _, err := io.ReadFull(r, frame[:]); err != nil {
			return pings, fmt.Errorf("read: %w", err)
		}
		pings = append(pings, Ping{
			Millis:     binary.BigEndian.Uint32(frame[:4]),
			Centimetre: binary.BigEndian.Uint32(frame[4:]),
		})
	}
	return pings, nil
}
