// Package good is a client of a ski lift company. The reads of the lift status are repeated;
// passes are ordered through a client that sends once.
package good

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/go-resty/resty/v2"
)

// Lift is a lift with its state.
type Lift struct {
	Name string `json:"name"`
	Open bool   `json:"open"`
}

// Pass lets a guest up the mountain.
type Pass struct {
	Guest string    `json:"guest"`
	Days  int       `json:"days"`
	From  time.Time `json:"from"`
}

// Mountain is the client.
type Mountain struct {
	http   *resty.Client
	orders *resty.Client
	budget time.Duration
}

// NewMountain returns a client of the company at base.
func NewMountain(base, token string) *Mountain {
	http := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(5 * time.Second).
		SetRetryCount(3).
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second)
	orders := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(15 * time.Second)
	return &Mountain{http: http, orders: orders, budget: 30 * time.Second}
}

// Lifts returns the lifts of a valley.
func (m *Mountain) Lifts(ctx context.Context, valley string) ([]Lift, error) {
	ctx, cancel := context.WithTimeout(ctx, m.budget)
	defer cancel()
	var lifts []Lift
	resp, err := m.http.R().SetContext(ctx).SetResult(&lifts).Get("/valleys/" + url.PathEscape(valley) + "/lifts")
	if err != nil {
		return nil, fmt.Errorf("lifts of %s: %w", valley, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("lifts of %s: %s", valley, resp.Status())
	}
	return lifts, nil
}

// Order buys a pass and returns its number.
func (m *Mountain) Order(ctx context.Context, p Pass) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, m.budget)
	defer cancel()
	var bought struct {
		Number string `json:"number"`
	}
	resp, err := m.orders.R().SetContext(ctx).SetBody(p).SetResult(&bought).Post("/passes")
	if err != nil {
		return "", fmt.Errorf("order pass for %s: %w", p.Guest, err)
	}
	if resp.IsError() {
		return "", fmt.Errorf("order pass for %s: %s", p.Guest, resp.Status())
	}
	return bought.Number, nil
}
