// Package bad shows the free slots of a swimming pool.
// Behind each page the booking client may make four calls of five seconds, with pauses of up to
// three. The server closes the connection after ten.
package bad

import (
	"context"
	"errors"
	"faultfield2/cases/retry-timeout-pool-slots/bad/booking"
	"faultfield2/cases/retry-timeout-pool-slots/bad/pages"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Serve runs the server until ctx ends.
func Serve(ctx context.Context, addr, bookingURL string) error {
	r := gin.New()
	r.Use(gin.Recovery())
	pages.Register(r, booking.New(bookingURL))
	srv := &http.Server{
		Addr:              addr,
		Handler:           r,
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second, // EXPECT retry-timeout
		IdleTimeout:       time.Minute,
	}
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 12*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	})
	defer stop()
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
