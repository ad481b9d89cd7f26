// Package bad is the command of a bakery that lists open orders. The action has a context that
// ends with an interrupt; the client's method takes one too, and builds its request without it.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/urfave/cli/v3"
)

// Order is an open order.
type Order struct {
	Customer string `json:"customer"`
	Loaves   int    `json:"loaves"`
}

// Client asks the bakery.
type Client struct {
	http *http.Client
	base *url.URL
}

// Open lists the open orders of a day.
func (c *Client) Open(ctx context.Context, day time.Time) ([]Order, error) { // OR blocking-no-ctx
	var out []Order
	return out, c.getJSON("orders", url.Values{"day": {day.Format(time.DateOnly)}}, &out) // EXPECT blocking-no-ctx
}

func (c *Client) getJSON(path string, q url.Values, out any) error {
	u := c.base.JoinPath(path)
	u.RawQuery = q.Encode()
	req, err := http.NewRequest(http.MethodGet, u.String(), nil) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := c.http.Do(req) // OR blocking-no-ctx
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Command returns the command.
func Command(base *url.URL) *cli.Command {
	c := &Client{http: &http.Client{Timeout: 5 * time.Minute}, base: base}
	return &cli.Command{
		Name: "orders",
		Action: func(ctx context.Context, cmd *cli.Command) error {
			orders, err := c.Open(ctx, time.Now()) // OR blocking-no-ctx
			if err != nil {
				return err
			}
			for _, o := range orders {
				fmt.Fprintf(cmd.Root().Writer, "%-20s %d\n", o.Customer, o.Loaves)
			}
			return nil
		},
	}
}
