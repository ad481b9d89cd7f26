// Package good serves a mirror of a map archive and refreshes its sheets in the background.
// A sheet that is being copied is finished on purpose; Shutdown waits for it as long as its
// context lets it.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Archive copies one sheet to the disk.
type Archive interface {
	Copy(ctx context.Context, sheet string) error
}

// Mirror serves the sheets.
type Mirror struct {
	srv     *http.Server
	archive Archive
	sheets  []string
	limit   time.Duration // of one copy
	copies  sync.WaitGroup
	log     *slog.Logger
}

// New serves handler at addr.
func New(addr string, handler http.Handler, archive Archive, sheets []string, log *slog.Logger) *Mirror {
	return &Mirror{
		srv: &http.Server{
			Addr:              addr,
			Handler:           handler,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       30 * time.Second,
			WriteTimeout:      time.Minute,
			IdleTimeout:       2 * time.Minute,
		},
		archive: archive,
		sheets:  sheets,
		limit:   20 * time.Minute,
		log:     log,
	}
}

// Start serves until Shutdown and refreshes until then or until ctx ends.
func (m *Mirror) Start(ctx context.Context, every time.Duration) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m.copies.Go(func() { m.refresh(ctx, every) })
	if err := m.srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve mirror: %w", err)
	}
	return nil
}

func (m *Mirror) refresh(ctx context.Context, every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		for _, s := range m.sheets {
			if ctx.Err() != nil {
				return
			}
			if err := m.copy(ctx, s); err != nil {
				m.log.WarnContext(ctx, "sheet not refreshed", "sheet", s, "err", err)
			}
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// copy is not interrupted by the end of ctx: half a sheet is worse than an old one.
func (m *Mirror) copy(ctx context.Context, sheet string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), m.limit)
	defer cancel()
	return m.archive.Copy(ctx, sheet)
}

// Shutdown stops the server and waits for the copy under way, both until ctx ends.
func (m *Mirror) Shutdown(ctx context.Context) error {
	if err := m.srv.Shutdown(ctx); err != nil {
		return fmt.Errorf("stop server: %w", err)
	}
	idle := make(chan struct{})
	go func() {
		m.copies.Wait() // ends with the copy, which has a limit
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for copy: %w", ctx.Err())
	}
}
