// Package bad takes readings from agents in the orchards, one connection each. Nothing bounds
// the wait for an agent's next reading: one that lost its power without a farewell keeps its
// goroutine and its place among the two hundred for ever, and Serve never returns.
package bad

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
)

const (
	places  = 200
	longest = 4 << 10
)

// Reading is what an agent reports.
type Reading struct {
	Tree  string  `json:"tree"`
	Humid float64 `json:"humid"`
}

// Store keeps readings.
type Store interface {
	Keep(ctx context.Context, r Reading) error
}

// Station serves the agents.
type Station struct {
	store Store
	log   *slog.Logger
}

// Serve takes agents from ln until ctx ends.
func (s *Station) Serve(ctx context.Context, ln net.Listener) error {
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	free := make(chan struct{}, places)
	for {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		conn, err := ln.Accept()
		if err != nil {
			return errors.Join(ctx.Err(), err)
		}
		wg.Go(func() {
			defer func() { <-free }()
			if err := s.agent(ctx, conn); err != nil {
				s.log.Warn("agent", "addr", conn.RemoteAddr(), "err", err)
			}
		})
	}
}

// agent takes the readings of one agent.
func (s *Station) agent(ctx context.Context, conn net.Conn) error { // OR blocking-no-ctx
	defer conn.Close()
	in := bufio.NewReaderSize(conn, longest)
	for {
		line, err := in.ReadSlice('\n') // EXPECT blocking-no-ctx // OR ignored-done
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		var r Reading
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("decode: %w", err)
		}
		if err := s.store.Keep(ctx, r); err != nil {
			return fmt.Errorf("keep reading of %s: %w", r.Tree, err)
		}
	}
}
