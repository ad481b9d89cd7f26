// Package good takes readings from agents in the orchards, one connection each. An agent
// has two minutes for its next reading, and the end of the context closes its connection.
package good

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
	"time"
)

const (
	places  = 200
	silence = 2 * time.Minute // agents report once a minute
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
func (s *Station) agent(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReaderSize(conn, longest)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		line, err := in.ReadSlice('\n')
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
