// Package ok answers from fasthttp how many saddles a shop has. A *fasthttp.RequestCtx looks
// like a context but goes back to a pool after the handler and ends with the server only, so
// the query gets a context of the program with a deadline for one request instead.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"
)

const queryLimit = 1500 * time.Millisecond

// Shop knows its stock.
type Shop struct {
	base  context.Context
	stock *sql.Stmt
	log   *slog.Logger
}

// NewShop prepares the query; base ends with the program.
func NewShop(base context.Context, db *sql.DB, log *slog.Logger) (*Shop, error) {
	stock, err := db.PrepareContext(base, "SELECT count FROM stock WHERE article = ?")
	if err != nil {
		return nil, err
	}
	return &Shop{base: base, stock: stock, log: log}, nil
}

// Close gives the prepared query back.
func (s *Shop) Close() error { return s.stock.Close() }

func (s *Shop) count(article string) (n int64, err error) {
	ctx, cancel := context.WithTimeout(s.base, queryLimit)
	defer cancel()
	err = s.stock.QueryRowContext(ctx, article).Scan(&n)
	return n, err
}

// Saddles is the request handler.
func (s *Shop) Saddles(rc *fasthttp.RequestCtx) {
	article := string(rc.QueryArgs().Peek("article"))
	n, err := s.count(article)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		rc.Error("no such saddle", fasthttp.StatusNotFound)
	case err != nil:
		s.log.Error("stock", "article", article, "err", err)
		rc.Error("stock unknown", fasthttp.StatusServiceUnavailable)
	default:
		rc.SetContentType("text/plain")
		rc.SetBody(strconv.AppendInt(nil, n, 10))
	}
}

// Server returns the server, which has limits for reading, writing and waiting.
func (s *Shop) Server() *fasthttp.Server {
	return &fasthttp.Server{
		Handler:      s.Saddles,
		ReadTimeout:  5 * time.Second,
		WriteTimeout: 5 * time.Second,
		IdleTimeout:  time.Minute,
	}
}
