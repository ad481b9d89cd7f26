// Package boards serves task boards.
package boards

import (
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/labstack/echo/v4"

	"faultfield5/cases/ok-blocking-no-ctx-request-scope/viewer"
)

// Handler serves boards.
type Handler struct {
	pool *pgxpool.Pool
}

// NewHandler returns a handler.
func NewHandler(pool *pgxpool.Pool) *Handler { return &Handler{pool: pool} }

// Viewer is a middleware that puts the viewer into c; the user was checked before it.
func (h *Handler) Viewer(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		user, ok := c.Get("user").(int64)
		if !ok {
			return echo.ErrUnauthorized
		}
		c.Set("viewer", viewer.New(c.Request().Context(), h.pool, user))
		return next(c)
	}
}

// Access is GET /boards/:board/access.
func (h *Handler) Access(c echo.Context) error {
	board, err := strconv.ParseInt(c.Param("board"), 10, 64)
	if err != nil {
		return echo.ErrBadRequest
	}
	v, ok := c.Get("viewer").(*viewer.Viewer)
	if !ok {
		return echo.ErrUnauthorized
	}
	allowed, err := v.May(board)
	if err != nil {
		return err
	}
	if !allowed {
		return echo.ErrForbidden
	}
	return c.NoContent(http.StatusNoContent)
}
