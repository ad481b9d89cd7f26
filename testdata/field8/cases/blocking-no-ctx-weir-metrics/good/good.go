// Package good serves the levels of a weir and, on a second port, the counters of the process.
// Both servers have limits for every phase of a request.
package good

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

var asked = expvar.NewInt("levels_asked")

// Weir holds the level that was measured last.
type Weir struct {
	level atomic.Int64
}

// Set stores a level in millimetres.
func (w *Weir) Set(mm int64) { w.level.Store(mm) }

func (w *Weir) show(rw http.ResponseWriter, _ *http.Request) {
	asked.Add(1)
	fmt.Fprintf(rw, "%d\n", w.level.Load())
}

// Serve answers on both listeners until ctx ends.
func Serve(ctx context.Context, weir *Weir, public, inner net.Listener) error {
	levels := http.NewServeMux()
	levels.HandleFunc("GET /level", weir.show)
	site := &http.Server{
		Handler:           levels,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
	}

	counters := http.NewServeMux()
	counters.Handle("GET /debug/vars", expvar.Handler())
	back := &http.Server{
		Handler:           counters,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       time.Minute,
	}

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return ignoreClosed(site.Serve(public)) })
	group.Go(func() error { return ignoreClosed(back.Serve(inner)) })
	group.Go(func() error {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
		defer cancel()
		return errors.Join(site.Shutdown(grace), back.Shutdown(grace))
	})
	return group.Wait()
}

func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
