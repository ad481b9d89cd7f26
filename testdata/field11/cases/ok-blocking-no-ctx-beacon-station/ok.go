// Package ok is the station that the beacons of a mountain rescue report to. It opens its
// listener with net.Listen although a context is at hand: opening waits for nobody. What does
// wait, Accept and the reads, ends by closing the listener and by a deadline on each connection.
package ok

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"
)

const (
	silence   = 30 * time.Second // what a beacon may take for a report
	longest   = 256
	goodbye   = "bye"
	thankYou  = "ok\n"
	badReport = "what?\n"
)

// Report is what a beacon sends.
type Report struct{ Beacon, Position string }

// Station takes reports.
type Station struct {
	take func(Report)
	log  *slog.Logger
}

// NewStation returns a station that passes reports on to take.
func NewStation(take func(Report), log *slog.Logger) *Station {
	return &Station{take: take, log: log}
}

// Serve takes reports on addr until ctx ends.
func (s *Station) Serve(ctx context.Context, addr string) error {
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer ln.Close()
	var beacons sync.WaitGroup
	defer beacons.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()

	for {
		conn, err := ln.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("accept: %w", err)
		}
		beacons.Go(func() {
			if err := s.listen(ctx, conn); err != nil && ctx.Err() == nil {
				s.log.Warn("beacon", "from", conn.RemoteAddr(), "err", err)
			}
		})
	}
}

func (s *Station) listen(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()

	lines := bufio.NewReaderSize(conn, longest)
	for {
		if err := conn.SetDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read report: %w", err)
		}
		text := strings.TrimSpace(string(line))
		if text == goodbye {
			return nil
		}
		answer := thankYou
		if report, err := parse(text); err != nil {
			answer = badReport
		} else {
			s.take(report)
		}
		if _, err := conn.Write([]byte(answer)); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

func parse(text string) (Report, error) {
	beacon, position, found := strings.Cut(text, " ")
	if !found || beacon == "" {
		return Report{}, errors.New("no position")
	}
	return Report{Beacon: beacon, Position: position}, nil
}
