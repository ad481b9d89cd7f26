// Package ok moves books between the libraries of an abbey. The steps of a move take no
// context and need none: they work on the transaction, and gorm gives it the context of the
// session that it was begun from, here that of the request.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

const moveLimit = 5 * time.Second

// ErrLent says that somebody has the book.
var ErrLent = errors.New("book is lent out")

// Book is one copy.
type Book struct {
	ID      string `gorm:"primaryKey"`
	Library string
	Lent    bool
}

// Move is an entry of the register.
type Move struct {
	ID       uint `gorm:"primaryKey"`
	BookID   string
	From, To string
}

// Register keeps books and their moves.
type Register struct{ db *gorm.DB }

// NewRegister returns a register in db.
func NewRegister(db *gorm.DB) *Register { return &Register{db: db} }

// Move brings a book to another library.
func (r *Register) Move(ctx context.Context, id, to string) error {
	ctx, cancel := context.WithTimeout(ctx, moveLimit)
	defer cancel()
	return r.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		book, err := locked(tx, id)
		if err != nil {
			return fmt.Errorf("book %s: %w", id, err)
		}
		if book.Lent {
			return ErrLent
		}
		return shelve(tx, book, to)
	})
}

func locked(tx *gorm.DB, id string) (*Book, error) {
	var book Book
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&book, "id = ?", id).Error
	return &book, err
}

func shelve(tx *gorm.DB, book *Book, to string) error {
	move := Move{BookID: book.ID, From: book.Library, To: to}
	if err := tx.Create(&move).Error; err != nil {
		return fmt.Errorf("register move of %s: %w", book.ID, err)
	}
	if err := tx.Model(book).Update("library", to).Error; err != nil {
		return fmt.Errorf("shelve %s: %w", book.ID, err)
	}
	return nil
}

// API moves books for the monks.
type API struct {
	register *Register
	log      *slog.Logger
}

// Routes mounts the API.
func (a *API) Routes() http.Handler {
	r := chi.NewRouter()
	r.Put("/books/{book}/library/{library}", a.move)
	return r
}

func (a *API) move(w http.ResponseWriter, r *http.Request) {
	err := a.register.Move(r.Context(), chi.URLParam(r, "book"), chi.URLParam(r, "library"))
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		http.NotFound(w, r)
	case errors.Is(err, ErrLent):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		a.log.ErrorContext(r.Context(), "move book", "err", err)
		http.Error(w, "register unavailable", http.StatusServiceUnavailable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
