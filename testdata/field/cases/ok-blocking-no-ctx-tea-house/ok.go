// Package ok lists the teas of a house. Its queries name no context because For has bound the database handle
// to one before: each request works with a repository of its own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

// Tea is one kind.
type Tea struct {
	ID      uint64 `gorm:"primaryKey" json:"id"`
	Name    string `json:"name"`
	Garden  string `json:"garden"`
	Minutes int    `json:"minutes"`
	Stock   int    `json:"stock"`
}

// ErrNone is returned when there is no such tea.
var ErrNone = errors.New("no such tea")

// Repo is a repository of teas that is bound to a context.
type Repo struct{ db *gorm.DB }

// Store makes repositories.
type Store struct{ db *gorm.DB }

// NewStore returns a store in an opened database.
func NewStore(db *gorm.DB) *Store { return &Store{db: db} }

// For returns a repository whose queries end with ctx.
func (s *Store) For(ctx context.Context) *Repo { return &Repo{db: s.db.WithContext(ctx)} }

// FromGarden lists the teas of a garden.
func (r *Repo) FromGarden(garden string) ([]Tea, error) {
	var teas []Tea
	if err := r.db.Where("garden = ?", garden).Order("name").Find(&teas).Error; err != nil {
		return nil, fmt.Errorf("teas of %s: %w", garden, err)
	}
	return teas, nil
}

// Pour takes one cup from the stock.
func (r *Repo) Pour(id uint64) (*Tea, error) {
	var tea Tea
	err := r.db.Transaction(func(tx *gorm.DB) error {
		if err := tx.First(&tea, id).Error; err != nil {
			return err
		}
		res := tx.Model(&tea).Where("stock > 0").Update("stock", gorm.Expr("stock - 1"))
		if res.Error == nil && res.RowsAffected == 0 {
			return gorm.ErrRecordNotFound
		}
		return res.Error
	})
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return nil, ErrNone
	}
	return &tea, err
}

// House serves tea.
type House struct {
	store *Store
	log   *slog.Logger
}

// NewHouse returns a house.
func NewHouse(s *Store, log *slog.Logger) *House { return &House{store: s, log: log} }

// Routes adds the house's routes.
func (h *House) Routes(e *echo.Echo) {
	e.GET("/gardens/:garden/teas", h.list)
	e.POST("/teas/:id/cups", h.pour)
}

func (h *House) list(c echo.Context) error {
	teas, err := h.store.For(c.Request().Context()).FromGarden(c.Param("garden"))
	if err != nil {
		h.log.Error("list teas", "err", err)
		return echo.ErrInternalServerError
	}
	return c.JSON(http.StatusOK, teas)
}

func (h *House) pour(c echo.Context) error {
	id, err := strconv.ParseUint(c.Param("id"), 10, 64)
	if err != nil {
		return echo.ErrNotFound
	}
	repo := h.store.For(c.Request().Context())
	tea, err := repo.Pour(id)
	if errors.Is(err, ErrNone) {
		return echo.ErrNotFound
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, tea)
}
