// Package address completes postal addresses in the order form.
package address

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/gofiber/fiber/v2"
)

// ErrUnknown is returned for a postcode that does not exist.
var ErrUnknown = errors.New("unknown postcode")

// Town is what belongs to a postcode.
type Town struct {
	Name  string `json:"name"`
	State string `json:"state"`
}

// Lookup asks the postal service.
type Lookup struct {
	base string
}

// NewLookup returns a lookup at the service under base.
func NewLookup(base string) *Lookup { return &Lookup{base: base} }

// Town returns the town of a postcode.
func (l *Lookup) Town(code string) (Town, error) {
	resp, err := http.Get(l.base + "/towns/" + url.PathEscape(code)) // EXPECT blocking-no-ctx
	if err != nil {
		return Town{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return Town{}, ErrUnknown
	default:
		return Town{}, fmt.Errorf("postal service: %s", resp.Status)
	}
	var t Town
	err = json.NewDecoder(resp.Body).Decode(&t)
	return t, err
}

// Routes adds the handlers to r.
func Routes(r fiber.Router, l *Lookup, log *slog.Logger) {
	r.Get("/towns/:code", func(c *fiber.Ctx) error {
		town, err := l.Town(c.Params("code")) // OR blocking-no-ctx
		if errors.Is(err, ErrUnknown) {
			return fiber.ErrNotFound
		}
		if err != nil {
			log.Error("town", "err", err)
			return fiber.ErrBadGateway
		}
		return c.JSON(town)
	})
}
