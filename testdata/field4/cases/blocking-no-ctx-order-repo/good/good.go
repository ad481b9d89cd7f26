// Package good shows customers their open orders.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"gorm.io/gorm"
)

const pageLimit = 3 * time.Second

// Order is one order with its lines.
type Order struct {
	ID         uint      `json:"id"`
	CustomerID uint      `json:"-"`
	Status     string    `json:"status"`
	CreatedAt  time.Time `json:"created_at"`
	Lines      []Line    `json:"lines"`
}

// Line is one line of an order.
type Line struct {
	ID      uint   `json:"-"`
	OrderID uint   `json:"-"`
	Article string `json:"article"`
	Count   int    `json:"count"`
}

// Repository finds orders.
type Repository interface {
	OpenOrders(ctx context.Context, customer uint) ([]Order, error)
}

type gormRepository struct {
	db *gorm.DB
}

// NewRepository returns a repository on a database.
func NewRepository(db *gorm.DB) Repository { return &gormRepository{db: db} }

func (r *gormRepository) OpenOrders(ctx context.Context, customer uint) ([]Order, error) {
	var orders []Order
	err := r.db.WithContext(ctx).Preload("Lines").Where("customer_id = ? AND status <> ?", customer, "shipped").Order("created_at DESC").Limit(100).Find(&orders).Error
	if err != nil {
		return nil, fmt.Errorf("open orders of customer %d: %w", customer, err)
	}
	return orders, nil
}

// Page is the page of open orders.
type Page struct {
	orders Repository
	log    *slog.Logger
}

// ServeHTTP writes the open orders of a customer.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	customer, err := strconv.ParseUint(r.PathValue("customer"), 10, 32)
	if err != nil {
		http.Error(w, "bad customer number", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageLimit)
	defer cancel()
	orders, err := p.orders.OpenOrders(ctx, uint(customer))
	if err != nil {
		p.log.ErrorContext(ctx, "open orders", "customer", customer, "err", err)
		http.Error(w, "orders are not available", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(orders)
}
