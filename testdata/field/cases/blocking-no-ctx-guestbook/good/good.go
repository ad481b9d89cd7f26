// Package good is the guest book of a lighthouse, on gin. Every query is bound to the request that
// needs it.
package good

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"faultfield/cases/blocking-no-ctx-guestbook/good/entries"
)

// Book answers visitors.
type Book struct {
	repo *entries.Repo
	log  *slog.Logger
}

// NewBook returns a book on a repository.
func NewBook(repo *entries.Repo, log *slog.Logger) *Book { return &Book{repo: repo, log: log} }

// Mount adds the routes of the book.
func (b *Book) Mount(r gin.IRouter) {
	g := r.Group("/guests")
	g.GET("", b.recent)
	g.GET("/:id", b.show)
}

func (b *Book) recent(c *gin.Context) {
	n, err := strconv.Atoi(c.DefaultQuery("n", "20"))
	if err != nil || n < 1 || n > 100 {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	list, err := b.repo.Recent(c.Request.Context(), n)
	if err != nil {
		b.fail(c, err)
		return
	}
	c.JSON(http.StatusOK, list)
}

func (b *Book) show(c *gin.Context) {
	id, err := strconv.ParseUint(c.Param("id"), 10, 64)
	if err != nil {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	e, err := b.repo.ByID(c.Request.Context(), id)
	if err != nil {
		b.fail(c, err)
		return
	}
	c.JSON(http.StatusOK, e)
}

func (b *Book) fail(c *gin.Context, err error) {
	if errors.Is(err, entries.ErrNone) {
		c.AbortWithStatus(http.StatusNotFound)
		return
	}
	b.log.Error("guest book", "path", c.FullPath(), "err", err)
	c.AbortWithStatus(http.StatusInternalServerError)
}
