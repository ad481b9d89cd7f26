// Package ok serves photo albums with fiber. Its WriteTimeout begins when the handler has returned, so
// it says nothing about how long the retries below the handler may take; the handler's own limit does.
package ok

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/gofiber/fiber/v2"
)

// Albums are in a slow store.
type Albums interface {
	Album(ctx context.Context, id string) ([]string, error)
}

// App returns the application.
func App(a Albums) *fiber.App {
	app := fiber.New(fiber.Config{
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 5 * time.Second,
	})
	app.Get("/albums/:id", func(c *fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(c.UserContext(), 20*time.Second)
		defer cancel()
		id := c.Params("id")
		photos, err := backoff.Retry(ctx, func() ([]string, error) {
			ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
			defer cancel()
			return a.Album(ctx, id)
		}, backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(18*time.Second))
		if err != nil {
			return fiber.NewError(fiber.StatusServiceUnavailable, err.Error())
		}
		return c.JSON(photos)
	})
	return app
}
