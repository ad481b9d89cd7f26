// Package hex has the handlers, and a service between them and the store.
package hex

import (
	"github.com/gin-gonic/gin"

	"wired/ports"
)

type Handler struct{ svc ports.Service }

func NewHandler(s ports.Service) *Handler { return &Handler{svc: s} }

func (h *Handler) Register(c *gin.Context) {
	if err := h.svc.Register(c.Request.PathValue("name")); err != nil {
		panic(err)
	}
}
