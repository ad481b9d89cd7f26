// Package ok serves tickets; a middleware gives each request a database session of its own.
package ok

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

const sessionKey = "session"

// Ticket is a problem that a customer reported.
type Ticket struct {
	ID      uint   `json:"id"`
	Subject string `json:"subject"`
	State   string `json:"state"`
}

// Register adds the endpoints to r.
func Register(r gin.IRouter, db *gorm.DB) {
	g := r.Group("/tickets", session(db))
	g.GET("", list)
	g.GET("/:id", show)
}

// session lends a session that ends with the request or after five seconds.
func session(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(c.Request.Context(), 5*time.Second)
		defer cancel()
		c.Set(sessionKey, db.WithContext(ctx))
		c.Next()
	}
}

func from(c *gin.Context) *gorm.DB { return c.MustGet(sessionKey).(*gorm.DB) }

func list(c *gin.Context) {
	var tickets []Ticket
	if err := from(c).Where("state = ?", "open").Order("id").Limit(100).Find(&tickets).Error; err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, tickets)
}

func show(c *gin.Context) {
	var t Ticket
	err := from(c).First(&t, "id = ?", c.Param("id")).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	if err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, t)
}
