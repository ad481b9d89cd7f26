// Package ok answers what a second-hand bookshop has on its shelves.
// The handlers pass the *gin.Context itself to the database, which as a rule never ends; but the
// engine is made with ContextWithFallback, so it is done when the request's context is.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

const queryTimeout = 3 * time.Second

// ErrSold is returned for a book that is not there any more.
var ErrSold = errors.New("book is sold")

// Book is a volume on a shelf.
type Book struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Cents int    `json:"cents"`
}

// Shop answers questions about books.
type Shop struct {
	db  *sql.DB
	log *slog.Logger
}

// NewEngine returns the shop's router.
func NewEngine(db *sql.DB, log *slog.Logger) *gin.Engine {
	s := &Shop{db: db, log: log}
	engine := gin.New()
	engine.ContextWithFallback = true
	engine.Use(gin.Recovery())
	engine.GET("/books/:id", s.book)
	engine.GET("/shelves/:shelf", s.shelf)
	return engine
}

func (s *Shop) book(c *gin.Context) {
	b, err := s.find(c, c.Param("id"))
	switch {
	case errors.Is(err, ErrSold):
		c.AbortWithStatus(http.StatusGone)
	case err != nil:
		s.log.ErrorContext(c, "book not found", "id", c.Param("id"), "err", err)
		c.AbortWithStatus(http.StatusInternalServerError)
	default:
		c.JSON(http.StatusOK, b)
	}
}

func (s *Shop) shelf(c *gin.Context) {
	books, err := s.onShelf(c, c.Param("shelf"))
	if err != nil {
		s.log.ErrorContext(c, "shelf not read", "shelf", c.Param("shelf"), "err", err)
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, books)
}

func (s *Shop) find(ctx context.Context, id string) (*Book, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	b := Book{ID: id}
	err := s.db.QueryRowContext(ctx, `SELECT title, cents FROM books WHERE id = ?`, id).Scan(&b.Title, &b.Cents)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrSold
	}
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", id, err)
	}
	return &b, nil
}

func (s *Shop) onShelf(ctx context.Context, shelf string) ([]Book, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, `SELECT id, title, cents FROM books WHERE shelf = ? LIMIT 200`, shelf)
	if err != nil {
		return nil, fmt.Errorf("shelf %s: %w", shelf, err)
	}
	defer rows.Close()
	var books []Book
	for rows.Next() {
		var b Book
		if err := rows.Scan(&b.ID, &b.Title, &b.Cents); err != nil {
			return nil, fmt.Errorf("scan book: %w", err)
		}
		books = append(books, b)
	}
	return books, rows.Err()
}
