// Package good gives out the oven of a shared bakery, one baker at a time. The oven is reserved
// under the lock, the card is charged without it, and a failed charge frees the oven again.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"
)

var errTaken = errors.New("oven is taken")

// Oven is shared.
type Oven struct {
	mu    sync.Mutex
	baker string
	cards *http.Client
	url   string
}

// New returns an oven.
func New(url string) *Oven { return &Oven{cards: &http.Client{Timeout: 30 * time.Second}, url: url} }

// Register adds the routes.
func (o *Oven) Register(app *fiber.App) {
	app.Get("/oven", func(c *fiber.Ctx) error {
		o.mu.Lock()
		defer o.mu.Unlock()
		return c.JSON(fiber.Map{"baker": o.baker})
	})
	app.Post("/oven", func(c *fiber.Ctx) error {
		err := o.take(c.UserContext(), strings.Clone(c.Query("baker")), c.Query("card"))
		if errors.Is(err, errTaken) {
			return c.SendStatus(fiber.StatusConflict)
		}
		return err
	})
}

func (o *Oven) take(ctx context.Context, baker, card string) error {
	o.mu.Lock()
	if o.baker != "" {
		o.mu.Unlock()
		return errTaken
	}
	o.baker = baker
	o.mu.Unlock()
	if err := o.charge(ctx, card); err != nil {
		o.mu.Lock()
		o.baker = ""
		o.mu.Unlock()
		return err
	}
	return nil
}

func (o *Oven) charge(ctx context.Context, card string) error {
	form := url.Values{"card": {card}, "cents": {"900"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := o.cards.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("charge: %s", resp.Status)
	}
	return nil
}
