// Package good imports price lists from text files, a list in one transaction.
// Each run of the function scans the list from its start.
package good

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Prices stores price lists.
type Prices struct {
	pool *pgxpool.Pool
}

// Import replaces the price list of a supplier.
func (p *Prices) Import(ctx context.Context, supplier string, list []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	bo := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 4), ctx)
	err := backoff.Retry(func() error {
		err := pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
			return replace(ctx, tx, supplier, bufio.NewScanner(bytes.NewReader(list)))
		})
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "40001" {
			return err
		}
		return permanent(err)
	}, bo)
	if err != nil {
		return fmt.Errorf("import prices of %s: %w", supplier, err)
	}
	return nil
}

func permanent(err error) error {
	if err == nil {
		return nil
	}
	return backoff.Permanent(err)
}

func replace(ctx context.Context, tx pgx.Tx, supplier string, lines *bufio.Scanner) error {
	if _, err := tx.Exec(ctx, `DELETE FROM prices WHERE supplier = $1`, supplier); err != nil {
		return err
	}
	for lines.Scan() {
		sku, price, ok := strings.Cut(lines.Text(), "\t")
		cents, err := strconv.ParseInt(price, 10, 64)
		if !ok || err != nil {
			return fmt.Errorf("line %q is not a price", lines.Text())
		}
		if _, err := tx.Exec(ctx, `INSERT INTO prices (supplier, sku, cents) VALUES ($1, $2, $3)`, supplier, sku, cents); err != nil {
			return err
		}
	}
	return lines.Err()
}
