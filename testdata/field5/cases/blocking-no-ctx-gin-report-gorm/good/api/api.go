// Package api answers questions about parking permits.
package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"faultfield5/cases/blocking-no-ctx-gin-report-gorm/good/permits"
)

// Permits finds permits.
type Permits interface {
	Expiring(ctx context.Context, district string, before time.Time) ([]permits.Permit, error)
}

// API has the handlers.
type API struct {
	permits Permits
	log     *slog.Logger
}

// New returns the handlers.
func New(p Permits, log *slog.Logger) *API { return &API{permits: p, log: log} }

// Register adds the routes.
func (a *API) Register(r gin.IRouter) {
	r.GET("/districts/:district/expiring", a.expiring)
}

func (a *API) expiring(c *gin.Context) {
	before, err := time.Parse(time.DateOnly, c.DefaultQuery("before", time.Now().Format(time.DateOnly)))
	if err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	found, err := a.permits.Expiring(c.Request.Context(), c.Param("district"), before)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			a.log.ErrorContext(c.Request.Context(), "expiring permits", "err", err)
		}
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, found)
}
