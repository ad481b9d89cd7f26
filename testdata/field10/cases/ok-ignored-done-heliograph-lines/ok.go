// Package ok listens to heliograph stations, with one line to each for all who are interested.
// Only the dial is bound to the caller who happens to be first. The reader of a line must
// outlive that caller: it runs on the context of the listener, and Close ends it.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"
)

// ErrClosed is returned after Close.
var ErrClosed = errors.New("listener is closed")

// Listener keeps lines open.
type Listener struct {
	dialer net.Dialer
	flash  func(station, signal string)
	log    *slog.Logger

	life    context.Context
	end     context.CancelFunc
	readers sync.WaitGroup

	mu    sync.Mutex
	lines map[string]net.Conn
}

// NewListener passes what stations signal to flash.
func NewListener(flash func(station, signal string), log *slog.Logger) *Listener {
	l := &Listener{flash: flash, log: log, lines: make(map[string]net.Conn)}
	l.dialer.Timeout = 10 * time.Second
	l.life, l.end = context.WithCancel(context.Background())
	return l
}

// Follow listens to a station from now on, if that is not done already.
func (l *Listener) Follow(ctx context.Context, station string) error {
	if l.follows(station) {
		return nil
	}
	line, err := l.dialer.DialContext(ctx, "tcp", station)
	if err != nil {
		return fmt.Errorf("line to %s: %w", station, err)
	}

	l.mu.Lock()
	defer l.mu.Unlock()
	if l.life.Err() != nil {
		line.Close()
		return ErrClosed
	}
	if l.lines[station] != nil {
		line.Close()
		return nil
	}
	l.lines[station] = line
	l.readers.Go(func() { l.read(l.life, station, line) })
	return nil
}

// Close ends all lines and waits for their readers.
func (l *Listener) Close() {
	l.mu.Lock()
	l.end()
	l.mu.Unlock()
	l.readers.Wait()
}

func (l *Listener) follows(station string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines[station] != nil
}

func (l *Listener) read(ctx context.Context, station string, line net.Conn) {
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { line.Close() })
	defer stop()

	signals := bufio.NewScanner(line)
	for signals.Scan() {
		l.flash(station, signals.Text())
	}
	l.mu.Lock()
	delete(l.lines, station)
	l.mu.Unlock()
	if ctx.Err() == nil {
		l.log.Warn("line broke", "station", station, "err", signals.Err())
	}
}
