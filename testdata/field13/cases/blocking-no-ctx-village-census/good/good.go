// Package good shows the households of a village over HTTP with Fiber. The handler derives a
// context with a limit from that of the request, and the register's query runs under it.
package good

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"github.com/gofiber/fiber/v3"

	"faultfield13/cases/blocking-no-ctx-village-census/good/register"
)

const pageLimit = 5 * time.Second

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
	ctx, cancel := context.WithTimeout(c.Context(), pageLimit)
	defer cancel()
	list, err := h.reg.Households(ctx, street)
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
