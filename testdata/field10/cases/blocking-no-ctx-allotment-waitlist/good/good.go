// Package good shows who waits for an allotment and for how long.
// The handlers pass the context of the request to the store.
package good

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"

	"faultfield10/cases/blocking-no-ctx-allotment-waitlist/good/waitlist"
)

// Pages are the public pages of the allotment office.
type Pages struct {
	list *waitlist.Store
	log  *slog.Logger
}

// Register adds the pages to a router.
func Register(r gin.IRouter, pool *pgxpool.Pool, log *slog.Logger) {
	p := &Pages{list: waitlist.New(pool), log: log}
	r.GET("/sites/:site/waitlist", p.site)
	r.GET("/applications/:id", p.application)
}

func (p *Pages) site(c *gin.Context) {
	list, err := p.list.Site(c.Request.Context(), c.Param("site"))
	if err != nil {
		p.log.ErrorContext(c.Request.Context(), "waitlist", "site", c.Param("site"), "err", err)
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, list)
}

func (p *Pages) application(c *gin.Context) {
	place, err := p.list.Place(c.Request.Context(), c.Param("id"))
	switch {
	case errors.Is(err, waitlist.ErrUnknown):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		p.log.ErrorContext(c.Request.Context(), "application", "id", c.Param("id"), "err", err)
		c.AbortWithStatus(http.StatusInternalServerError)
	default:
		c.JSON(http.StatusOK, gin.H{"place": place})
	}
}
