// Package bad shows the households of a village over HTTP with Fiber. The handler hands the
// street to the register, whose method makes up a context of its own without any limit: when
// the database hangs, the handler hangs with it, and no timeout of the app reaches it.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v3"

	"faultfield13/cases/blocking-no-ctx-village-census/bad/register"
)

// New returns the application.
func New(reg *register.Register, log *slog.Logger) *fiber.App {
	app := fiber.New(fiber.Config{
		ReadTimeout:  10 * time.Second,
		WriteTimeout: 10 * time.Second,
		IdleTimeout:  time.Minute,
	})
	h := &handler{reg: reg, log: log}
	app.Get("/streets/:street/households", h.households)
	return app
}

type handler struct {
	reg *register.Register
	log *slog.Logger
}

func (h *handler) households(c fiber.Ctx) error {
	street, err := url.PathUnescape(c.Params("street"))
	if err != nil {
		return fiber.ErrBadRequest
	}
	list, err := h.reg.Households(street) // OR blocking-no-ctx
	switch {
	case errors.Is(err, register.ErrNoStreet):
		return fiber.ErrNotFound
	case errors.Is(err, context.DeadlineExceeded):
		return fiber.ErrGatewayTimeout
	case err != nil:
		h.log.Error("households", "street", street, "err", err)
		return fiber.ErrInternalServerError
	}
	return c.JSON(list)
}
