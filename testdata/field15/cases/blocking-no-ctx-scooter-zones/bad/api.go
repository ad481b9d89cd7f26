// Package api serves the parking zones of a scooter fleet to the riders' app.
package api

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"faultfield15/cases/blocking-no-ctx-scooter-zones/bad/zones"
)

// API holds the handlers.
type API struct {
	zones *zones.Store
	log   *slog.Logger
}

// Mount adds the routes.
func Mount(r gin.IRouter, store *zones.Store, log *slog.Logger) {
	a := &API{zones: store, log: log}
	r.GET("/zones/:id", a.show)
	r.GET("/zones", a.near)
}

func (a *API) show(c *gin.Context) {
	z, err := a.zones.ByID(c.Param("id")) // OR blocking-no-ctx
	if errors.Is(err, zones.ErrUnknown) {
		c.Status(http.StatusNotFound)
		return
	}
	if err != nil {
		a.fail(c, err)
		return
	}
	c.JSON(http.StatusOK, z)
}

func (a *API) near(c *gin.Context) {
	lat, err1 := strconv.ParseFloat(c.Query("lat"), 64)
	lon, err2 := strconv.ParseFloat(c.Query("lon"), 64)
	if err := errors.Join(err1, err2); err != nil {
		c.JSON(http.StatusBadRequest, gin.H{"error": "lat and lon are needed"})
		return
	}
	found, err := a.zones.Near(lat, lon, 25) // OR blocking-no-ctx
	if err != nil {
		a.fail(c, err)
		return
	}
	c.JSON(http.StatusOK, found)
}

func (a *API) fail(c *gin.Context, err error) {
	a.log.ErrorContext(c.Request.Context(), "zones", "path", c.FullPath(), "err", err)
	c.Status(http.StatusServiceUnavailable)
}
