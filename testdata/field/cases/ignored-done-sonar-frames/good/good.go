// Package good records the frames of a sonar buoy. When the context ends, the read that is
// under way fails at once, because the connection's deadline is moved to now.
package good

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

const maxBody = 1 << 20

var errTooLong = errors.New("frame is too long")

// Frame is one ping and its echo.
type Frame struct {
	Kind uint16
	Body []byte
}

// Recorder reads from one buoy.
type Recorder struct {
	conn net.Conn
	head [6]byte
}

// NewRecorder returns a recorder on an open connection, which it owns from now on.
func NewRecorder(conn net.Conn) *Recorder { return &Recorder{conn: conn} }

// Record hands each frame to store until ctx ends or the buoy is lost.
func (r *Recorder) Record(ctx context.Context, store func(Frame) error) error {
	defer r.conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = r.conn.SetReadDeadline(time.Now()) })
	defer stop()
	for {
		frame, err := r.next(ctx)
		if err != nil {
			return errors.Join(ctx.Err(), fmt.Errorf("read frame: %w", err))
		}
		if err := store(frame); err != nil {
			return fmt.Errorf("store frame: %w", err)
		}
	}
}

func (r *Recorder) next(ctx context.Context) (Frame, error) {
	if err := ctx.Err(); err != nil {
		return Frame{}, err
	}
	if _, err := io.ReadFull(r.conn, r.head[:]); err != nil {
		return Frame{}, err
	}
	kind := binary.BigEndian.Uint16(r.head[:2])
	size := binary.BigEndian.Uint32(r.head[2:])
	if size > maxBody {
		return Frame{}, errTooLong
	}
	if err := ctx.Err(); err != nil {
		return Frame{}, err
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(r.conn, body); err != nil {
		return Frame{}, err
	}
	return Frame{Kind: kind, Body: body}, nil
}
