// Package good answers the discovery beacons of lamps in a building. The end of the context
// closes the socket, which ends a read that waits for a packet.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
)

var hello = []byte("LAMP?")

// Directory answers beacons.
type Directory struct {
	answer []byte
	log    *slog.Logger

	mu   sync.Mutex
	seen map[string]int
}

// NewDirectory returns a directory that presents itself as name.
func NewDirectory(name string, log *slog.Logger) *Directory {
	return &Directory{answer: []byte("DIR " + name), log: log, seen: make(map[string]int)}
}

// Serve answers on addr until ctx ends.
func (d *Directory) Serve(ctx context.Context, addr string) error {
	var lc net.ListenConfig
	pc, err := lc.ListenPacket(ctx, "udp", addr)
	if err != nil {
		return fmt.Errorf("listen for beacons: %w", err)
	}
	defer pc.Close()
	stop := context.AfterFunc(ctx, func() { pc.Close() })
	defer stop()

	buf := make([]byte, 512)
	for ctx.Err() == nil {
		n, from, err := pc.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			break
		}
		if err != nil {
			return fmt.Errorf("read beacon: %w", err)
		}
		if !bytes.HasPrefix(buf[:n], hello) {
			continue
		}
		d.note(from)
		if _, err := pc.WriteTo(d.answer, from); err != nil {
			d.log.WarnContext(ctx, "beacon not answered", "lamp", from, "err", err)
		}
	}
	return ctx.Err()
}

func (d *Directory) note(from net.Addr) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen[from.String()]++
}
