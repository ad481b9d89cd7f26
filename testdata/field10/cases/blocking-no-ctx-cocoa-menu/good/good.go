// Package good serves the menus of a few cocoa houses with gin. The context of each request
// goes down to Redis.
package good

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"

	"faultfield10/cases/blocking-no-ctx-cocoa-menu/good/menu"
)

// API answers for all houses.
type API struct {
	menus *menu.Store
	log   *slog.Logger
}

// NewAPI mounts the routes on an engine.
func NewAPI(e *gin.Engine, rdb *redis.Client, log *slog.Logger) *API {
	a := &API{menus: menu.NewStore(rdb), log: log}
	e.GET("/houses/:house/menu", a.today)
	e.DELETE("/houses/:house/menu/:drink", a.soldOut)
	return a
}

func (a *API) today(c *gin.Context) {
	drinks, err := a.menus.Today(c.Request.Context(), c.Param("house"))
	switch {
	case errors.Is(err, menu.ErrClosed):
		c.JSON(http.StatusNotFound, gin.H{"error": "closed today"})
	case err != nil:
		a.log.Error("menu", "err", err)
		c.JSON(http.StatusBadGateway, gin.H{"error": "menu unavailable"})
	default:
		c.JSON(http.StatusOK, gin.H{"drinks": drinks})
	}
}

func (a *API) soldOut(c *gin.Context) {
	if err := a.menus.SoldOut(c.Request.Context(), c.Param("house"), c.Param("drink")); err != nil {
		a.log.Error("sold out", "err", err)
		c.JSON(http.StatusBadGateway, gin.H{"error": "menu unavailable"})
		return
	}
	c.Status(http.StatusNoContent)
}
