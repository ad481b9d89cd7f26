// Package ok keeps a museum's loans. The handlers call Find, First and Save on a handle that
// shows no context; it is right because a middleware has bound that handle to the request.
package ok

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

const handleKey = "loans.db"

// Loan is a row.
type Loan struct {
	ID       uint   `json:"id"`
	Object   string `json:"object"`
	Borrower string `json:"borrower"`
	Returned bool   `json:"returned"`
}

// Bind gives every request a handle of its own.
func Bind(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Set(handleKey, db.WithContext(c.Request.Context()))
		c.Next()
	}
}

func handle(c *gin.Context) *gorm.DB { return c.MustGet(handleKey).(*gorm.DB) }

// Register adds the routes.
func Register(r gin.IRouter, db *gorm.DB) {
	g := r.Group("/loans", Bind(db))
	g.GET("", list)
	g.POST("/:id/return", giveBack)
}

func list(c *gin.Context) {
	var loans []Loan
	if err := handle(c).Where("returned = ?", false).Order("id").Find(&loans).Error; err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, loans)
}

func giveBack(c *gin.Context) {
	var loan Loan
	err := handle(c).First(&loan, "id = ?", c.Param("id")).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	if err == nil {
		loan.Returned = true
		err = handle(c).Save(&loan).Error
	}
	if err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, loan)
}
