// Package bad quotes fares. The tariff engine is a service behind NATS.
package bad

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"faultfield4/cases/blocking-no-ctx-fare-request/bad/tariff"
)

const quoteLimit = 2 * time.Second

// Quoter quotes a trip.
type Quoter interface {
	Quote(ctx context.Context, t tariff.Trip) (tariff.Fare, error)
}

var _ Quoter = (*tariff.Engine)(nil)

// Handler returns the endpoint for quotes.
func Handler(quoter Quoter) gin.HandlerFunc {
	return func(c *gin.Context) {
		var trip tariff.Trip
		if err := c.ShouldBindJSON(&trip); err != nil {
			c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
			return
		}
		ctx, cancel := context.WithTimeout(c.Request.Context(), quoteLimit)
		defer cancel()
		fare, err := quoter.Quote(ctx, trip) // OR blocking-no-ctx
		switch {
		case errors.Is(err, tariff.ErrAway):
			c.JSON(http.StatusServiceUnavailable, gin.H{"error": err.Error()})
		case err != nil:
			_ = c.Error(err)
			c.JSON(http.StatusBadGateway, gin.H{"error": "no quote"})
		default:
			c.JSON(http.StatusOK, fare)
		}
	}
}
