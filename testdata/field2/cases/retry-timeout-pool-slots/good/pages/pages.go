// Package pages holds the handlers.
package pages

import (
	"faultfield2/cases/retry-timeout-pool-slots/good/booking"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Register adds the routes.
func Register(r gin.IRouter, c *booking.Client) {
	r.GET("/slots/:day", func(g *gin.Context) {
		slots, err := c.Slots(g.Request.Context(), g.Param("day"))
		if err != nil {
			_ = g.Error(err)
			g.Status(http.StatusBadGateway)
			return
		}
		g.JSON(http.StatusOK, slots)
	})
}
