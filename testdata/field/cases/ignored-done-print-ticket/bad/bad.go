// Package bad takes photo orders and prints them later. The order that goes to the print
// shop's workers carries the context of the request that brought it. When a worker gets to it
// the visitor has long had an answer, and the context is over.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"faultfield/cases/ignored-done-print-ticket/bad/printshop"
)

// Counter takes orders.
type Counter struct {
	shop *printshop.Shop
}

// NewCounter returns a counter in front of a shop.
func NewCounter(shop *printshop.Shop) *Counter { return &Counter{shop: shop} }

type order struct {
	Photos []string `json:"photos"`
	Size   string   `json:"size"`
}

// ServeHTTP takes one order.
func (c *Counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&o); err != nil {
		http.Error(w, "unreadable order", http.StatusBadRequest)
		return
	}
	for n, photo := range o.Photos {
		if err := c.hand(r.Context(), photo, o.Size); err != nil {
			http.Error(w, fmt.Sprintf("photo %d: %v", n+1, err), http.StatusServiceUnavailable)
			return
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

func (c *Counter) hand(ctx context.Context, photo, size string) error {
	return c.shop.Queue(&printshop.Job{Ctx: ctx, Photo: photo, Size: size}) // EXPECT ignored-done
}
