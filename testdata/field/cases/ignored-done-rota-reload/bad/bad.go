// Package bad edits the rotas of a lifeboat station. After a change the rota is planned anew in
// the background, on the request's context. That one is cancelled as soon as the answer has
// been written, so the change is saved and, on a busy day, never planned.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// Rota is one week of duty.
type Rota struct {
	Week  string   `json:"week"`
	Crews []string `json:"crews"`
}

// ErrNoRota is returned for a week without rota.
var ErrNoRota = errors.New("no rota")

// Book stores rotas.
type Book interface {
	Save(ctx context.Context, r *Rota) error
}

// Planner calls crews according to rotas.
type Planner interface {
	Replan(ctx context.Context, week string) error
}

// Handler is the HTTP side of the station.
type Handler struct {
	book    Book
	planner Planner
	limit   time.Duration
	log     *slog.Logger
}

// Mount adds the handler's routes.
func (h *Handler) Mount(r gin.IRouter) {
	r.PUT("/rotas/:week", h.put)
}

func (h *Handler) put(c *gin.Context) {
	var rota Rota
	if err := c.ShouldBindJSON(&rota); err != nil {
		c.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	rota.Week = c.Param("week")
	err := h.book.Save(c.Request.Context(), &rota)
	switch {
	case errors.Is(err, ErrNoRota):
		c.Status(http.StatusNotFound)
		return
	case err != nil:
		h.log.Error("save rota", "week", rota.Week, "err", err)
		c.Status(http.StatusInternalServerError)
		return
	}
	go h.replan(c.Request.Context(), rota.Week) // EXPECT ignored-done
	c.JSON(http.StatusOK, rota)
}

func (h *Handler) replan(ctx context.Context, week string) {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	if err := h.planner.Replan(ctx, week); err != nil { // OR ignored-done
		h.log.ErrorContext(ctx, "rota not planned", "week", week, "err", err)
	}
}
