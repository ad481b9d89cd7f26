// Package ok locks a serial port for one process.
// It is right although a failed call is repeated at once and without a count: EINTR says that a signal came in
// between, not that anything is overloaded, and the call was not carried out.
package ok

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ErrBusy means that another process has the port.
var ErrBusy = errors.New("port is in use")

// Port is a locked serial port.
type Port struct {
	f *os.File
}

// Open opens and locks a port.
func Open(path string) (*Port, error) {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("open port: %w", err)
	}
	if err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: %w", path, ErrBusy)
		}
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Port{f: f}, nil
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// Command sends bytes to the device; a short write goes on where it stopped.
func (p *Port) Command(cmd []byte) error {
	for len(cmd) > 0 {
		n, err := syscall.Write(int(p.f.Fd()), cmd)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return fmt.Errorf("write to %s: %w", p.f.Name(), err)
		}
		cmd = cmd[n:]
	}
	return nil
}

// Close unlocks and closes the port.
func (p *Port) Close() error {
	return errors.Join(flock(p.f, syscall.LOCK_UN), p.f.Close())
}
