// Package ok books rooms at hotels.
// It is right although a POST is repeated after any failure of the transport: the key under which the hotel
// books at most once is drawn before the first attempt and travels with every one.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"faultfield/cases/ok-retry-effect-key-before-loop/hotel"
)

// Stay is what a guest wants.
type Stay struct {
	Guest  string    `json:"guest"`
	Room   string    `json:"room"`
	From   time.Time `json:"from"`
	Nights int       `json:"nights"`
}

// Desk books stays.
type Desk struct {
	hotel *hotel.Client
}

// New returns a Desk.
func New(h *hotel.Client) *Desk { return &Desk{hotel: h} }

// Book books a stay and returns the confirmation.
func (d *Desk) Book(ctx context.Context, s Stay) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	raw, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	key := uuid.NewString()
	answer, err := d.hotel.Post(ctx, "/bookings", key, raw)
	if err != nil {
		return "", fmt.Errorf("book %s for %s: %w", s.Room, s.Guest, err)
	}
	var out struct {
		Confirmation string `json:"confirmation"`
	}
	err = json.Unmarshal(answer, &out)
	return out.Confirmation, err
}
