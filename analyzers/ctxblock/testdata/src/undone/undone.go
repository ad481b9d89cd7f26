// Package undone gives gin's context to a database, as it is.
package undone

import (
	"context"
	"database/sql"
	"time"

	"github.com/gin-gonic/gin"
)

type api struct{ db *sql.DB }

func routes(db *sql.DB) *gin.Engine {
	e, a := gin.New(), &api{db}
	e.GET("/a", a.direct)
	return e
}

func (a *api) direct(c *gin.Context) {
	a.db.QueryContext(c, "SELECT 1") // want `\(\*sql.DB\).QueryContext waits under c itself, a context that is never done here, so the end of the request does not end it; pass c.Request.Context\(\)`
}

func (a *api) deeper(c *gin.Context) {
	a.load(c) // want `\(\*api\).load waits under c itself, a context that is never done here, so the end of the request does not end it: .*; pass c.Request.Context\(\)`
}

func (a *api) load(ctx context.Context) error {
	_, err := a.db.ExecContext(ctx, "UPDATE")
	return err
}

func (a *api) right(c *gin.Context) { a.load(c.Request.Context()) }

func (a *api) limited(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c, time.Second)
	defer cancel()
	a.load(ctx)
}
