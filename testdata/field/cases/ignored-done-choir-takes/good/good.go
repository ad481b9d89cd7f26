// Package good records the voices of a choir one by one, all at the same time and within a limit. The
// limit closes the microphones' connections, so that the wait for the singers is short.
package good

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const longest = 64 << 20

// Voice is one recording.
type Voice struct {
	Singer string
	Sound  []byte
}

// Studio has microphones on the network.
type Studio struct {
	dialer net.Dialer
	mics   map[string]string
	limit  time.Duration
}

// Record returns the voices of all singers.
func (s *Studio) Record(ctx context.Context) ([]Voice, error) {
	var singing sync.WaitGroup
	defer singing.Wait()
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()

	voices := make(chan Voice, len(s.mics))
	failed := make(chan error, len(s.mics))
	for singer, mic := range s.mics {
		singing.Go(func() {
			sound, err := s.listen(ctx, mic)
			if err != nil {
				failed <- fmt.Errorf("voice of %s: %w", singer, err)
				return
			}
			voices <- Voice{singer, sound}
		})
	}

	var all []Voice
	for range s.mics {
		select {
		case v := <-voices:
			all = append(all, v)
		case err := <-failed:
			return nil, err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return all, nil
}

func (s *Studio) listen(ctx context.Context, mic string) ([]byte, error) {
	conn, err := s.dialer.DialContext(ctx, "tcp", mic)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if _, err := io.WriteString(conn, "RECORD\n"); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(conn, longest))
}
