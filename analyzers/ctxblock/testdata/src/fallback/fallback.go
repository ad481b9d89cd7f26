// Package fallback lets gin's context end with the request.
package fallback

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

func routes(db *sql.DB) *gin.Engine {
	e := gin.New()
	e.ContextWithFallback = true
	e.GET("/a", func(c *gin.Context) { db.QueryContext(c, "SELECT 1") })
	return e
}
