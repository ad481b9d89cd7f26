// Package shop shows shipping prices in the basket.
package shop

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"faultfield4/cases/retry-timeout-quote-budget/good/carrier"
)

// basketLimit is what the page can wait before it shows "price follows".
const basketLimit = 3 * time.Second

// Basket serves the basket.
type Basket struct {
	carrier *carrier.Client
}

// NewApp returns the app.
func NewApp(c *carrier.Client) *fiber.App {
	app := fiber.New(fiber.Config{ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute})
	b := &Basket{carrier: c}
	app.Get("/basket/shipping", b.shipping)
	return app
}

func (b *Basket) shipping(c *fiber.Ctx) error {
	ctx, cancel := context.WithTimeout(c.UserContext(), basketLimit)
	defer cancel()
	cents, err := b.carrier.Price(ctx, c.Query("zip"), c.QueryInt("grams"))
	switch {
	case errors.Is(err, carrier.ErrNoService):
		return c.SendStatus(http.StatusNotFound)
	case err != nil:
		return c.Status(http.StatusServiceUnavailable).JSON(fiber.Map{"price": nil})
	}
	return c.JSON(fiber.Map{"price": cents})
}
