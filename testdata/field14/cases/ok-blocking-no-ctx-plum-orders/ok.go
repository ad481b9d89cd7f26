// Package ok takes orders for plums. The handler reads its body to the end without a context,
// which a body has none of; the server's ReadTimeout ends a read that takes too long, and what
// is then decoded lies in memory.
package ok

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const most = 64 << 10

// Order is a number of boxes of one sort.
type Order struct {
	Sort  string `json:"sort"`
	Boxes int    `json:"boxes"`
}

// Stall takes orders.
type Stall struct {
	take func(Order) error
	log  *slog.Logger
}

// NewServer returns a server for a stall.
func NewServer(addr string, take func(Order) error, log *slog.Logger) *http.Server {
	s := &Stall{take: take, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", s.order)
	return &http.Server{
		Addr:         addr,
		Handler:      mux,
		ReadTimeout:  10 * time.Second,
		WriteTimeout: 15 * time.Second,
		IdleTimeout:  time.Minute,
	}
}

func (s *Stall) order(w http.ResponseWriter, r *http.Request) {
	o, err := decode(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		s.log.InfoContext(r.Context(), "order not read", "err", err)
		http.Error(w, "no order", http.StatusBadRequest)
		return
	}
	if err := s.take(o); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func decode(body io.Reader) (Order, error) {
	raw, err := io.ReadAll(body)
	if err != nil {
		return Order{}, fmt.Errorf("read: %w", err)
	}
	var o Order
	if err := json.Unmarshal(raw, &o); err != nil {
		return Order{}, fmt.Errorf("decode: %w", err)
	}
	if o.Sort == "" || o.Boxes < 1 {
		return Order{}, errors.New("incomplete")
	}
	return o, nil
}
