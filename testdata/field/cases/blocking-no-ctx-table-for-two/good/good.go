// Package good takes reservations for restaurants, on fiber. Whether a table is free is asked over
// NATS under the request's context, with a limit.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/nats-io/nats.go"
)

const patience = time.Minute

// Wish is what a guest wants.
type Wish struct {
	Restaurant string `json:"restaurant"`
	Guests     int    `json:"guests"`
	At         string `json:"at"`
}

// Offer is a table.
type Offer struct {
	Table string `json:"table"`
	Until string `json:"until"`
}

// Maitre asks restaurants.
type Maitre struct{ nc *nats.Conn }

// NewMaitre returns a maitre on a connection.
func NewMaitre(nc *nats.Conn) *Maitre { return &Maitre{nc: nc} }

// Mount adds the route.
func (m *Maitre) Mount(app *fiber.App) {
	app.Post("/tables", m.reserve)
}

func (m *Maitre) reserve(c *fiber.Ctx) error {
	var wish Wish
	if err := c.BodyParser(&wish); err != nil {
		return fiber.NewError(fiber.StatusBadRequest, "unreadable wish")
	}
	offer, err := m.ask(c.UserContext(), wish)
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) {
		return fiber.NewError(fiber.StatusServiceUnavailable, "restaurant does not answer")
	}
	if err != nil {
		return err
	}
	return c.Status(fiber.StatusCreated).JSON(offer)
}

func (m *Maitre) ask(ctx context.Context, w Wish) (*Offer, error) {
	question, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	inbox := m.nc.NewRespInbox()
	replies, err := m.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	defer replies.Unsubscribe()
	if err := m.nc.PublishRequest("tables."+w.Restaurant, inbox, question); err != nil {
		return nil, fmt.Errorf("ask %s: %w", w.Restaurant, err)
	}
	reply, err := replies.NextMsgWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("answer of %s: %w", w.Restaurant, err)
	}
	var offer Offer
	if err := json.Unmarshal(reply.Data, &offer); err != nil {
		return nil, fmt.Errorf("answer of %s: %w", w.Restaurant, err)
	}
	return &offer, nil
}
