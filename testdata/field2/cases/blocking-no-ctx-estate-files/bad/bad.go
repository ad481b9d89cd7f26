// Package bad keeps the files of estates with a generic repository over gorm. The methods take
// the caller's context and forget it: the handle they query with is the one from the start.
package bad

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"gorm.io/gorm"
)

// ErrMissing says that there is no such row.
var ErrMissing = errors.New("no such row")

// Repo keeps rows of T.
type Repo[T any] struct{ db *gorm.DB }

// Find returns a row.
func (r Repo[T]) Find(ctx context.Context, id string) (*T, error) { // OR blocking-no-ctx
	var row T
	err := r.db.Where("id = ?", id).Take(&row).Error // EXPECT blocking-no-ctx
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrMissing
	}
	return &row, err
}

// Page returns rows in order.
func (r Repo[T]) Page(ctx context.Context, from, n int) ([]T, error) { // OR blocking-no-ctx
	var rows []T
	err := r.db.Order("id").Offset(from).Limit(n).Find(&rows).Error // EXPECT blocking-no-ctx
	return rows, err
}

// Estate is a row.
type Estate struct {
	ID    string `json:"id"`
	Owner string `json:"owner"`
}

// API serves estates.
type API struct{ estates Repo[Estate] }

// Register adds the routes.
func Register(r gin.IRouter, db *gorm.DB) {
	a := &API{estates: Repo[Estate]{db: db}}
	r.GET("/estates", a.page)
	r.GET("/estates/:id", a.one)
}

func (a *API) page(c *gin.Context) {
	rows, err := a.estates.Page(c.Request.Context(), 0, 50) // OR blocking-no-ctx
	if err != nil {
		_ = c.AbortWithError(http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, rows)
}

func (a *API) one(c *gin.Context) {
	e, err := a.estates.Find(c.Request.Context(), c.Param("id")) // OR blocking-no-ctx
	switch {
	case errors.Is(err, ErrMissing):
		c.AbortWithStatus(http.StatusNotFound)
	case err != nil:
		_ = c.AbortWithError(http.StatusInternalServerError, err)
	default:
		c.JSON(http.StatusOK, e)
	}
}
