// Package good lends books over an echo API. The desk's queries are bound to the request.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/jmoiron/sqlx"
	"github.com/labstack/echo/v4"
)

// Card is a reader's card.
type Card struct {
	Number string `db:"number" json:"number"`
	Reader string `db:"reader" json:"reader"`
	Lent   int    `db:"lent" json:"lent"`
	Limit  int    `db:"lend_limit" json:"limit"`
}

var (
	errNoCard = errors.New("no such card")
	errLimit  = errors.New("too many books lent")
)

// Desk lends books.
type Desk struct{ db *sqlx.DB }

// NewDesk returns a desk on a database.
func NewDesk(db *sqlx.DB) *Desk { return &Desk{db: db} }

// Routes adds the desk's routes.
func (d *Desk) Routes(e *echo.Echo) {
	e.POST("/cards/:number/loans", d.lend)
}

func (d *Desk) lend(c echo.Context) error {
	var in struct {
		Book string `json:"book"`
	}
	if err := c.Bind(&in); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, "unreadable loan")
	}
	card, err := d.book(c.Request().Context(), c.Param("number"), in.Book)
	switch {
	case errors.Is(err, errNoCard):
		return echo.ErrNotFound
	case errors.Is(err, errLimit):
		return echo.NewHTTPError(http.StatusConflict, err.Error())
	case err != nil:
		return err
	}
	return c.JSON(http.StatusCreated, card)
}

func (d *Desk) book(ctx context.Context, number, book string) (*Card, error) {
	tx, err := d.db.BeginTxx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()

	var card Card
	err = tx.GetContext(ctx, &card, `SELECT number, reader, lent, lend_limit FROM cards WHERE number = $1 FOR UPDATE`, number)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoCard
	}
	if err != nil {
		return nil, fmt.Errorf("card %s: %w", number, err)
	}
	if card.Lent >= card.Limit {
		return nil, errLimit
	}
	card.Lent++
	if _, err := tx.ExecContext(ctx, `INSERT INTO loans (card, book) VALUES ($1, $2)`, number, book); err != nil {
		return nil, fmt.Errorf("lend %s: %w", book, err)
	}
	if _, err := tx.NamedExecContext(ctx, `UPDATE cards SET lent = :lent WHERE number = :number`, &card); err != nil {
		return nil, fmt.Errorf("count loan: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return nil, fmt.Errorf("commit: %w", err)
	}
	return &card, nil
}
