// Package frame reads and writes length-prefixed messages.
package frame

import (
	"encoding/binary"
	"errors"
	"io"
)

const maxLen = 1 << 20

// ErrTooLong is returned for messages above one megabyte.
var ErrTooLong = errors.New("frame is too long")

// Write writes one message.
func Write(w io.Writer, msg []byte) error {
	if len(msg) > maxLen {
		return ErrTooLong
	}
	buf := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(msg)), uint32(len(msg)))
	_, err := w.Write(append(buf, msg...))
	return err
}

// Read reads one message.
func Read(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxLen {
		return nil, ErrTooLong
	}
	msg := make([]byte, n)
	if _, err := io.ReadFull(r, msg); err != nil {
		return nil, err
	}
	return msg, nil
}
