// Package ok issues gift vouchers with short codes. The insert is repeated at once and without a pause, which
// looks like a hot retry; but only a code that is taken leads to another round, each round draws a new
// one, and nothing was stored before. Any other error ends it.
package ok

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

const (
	alphabet   = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	codeLen    = 6
	maxDraws   = 8
	issueLimit = 5 * time.Second
)

// ErrCrowded is returned when all the drawn codes were taken.
var ErrCrowded = errors.New("no free voucher code found")

// Vouchers stores vouchers.
type Vouchers struct {
	db *sql.DB
}

// NewVouchers uses db.
func NewVouchers(db *sql.DB) *Vouchers { return &Vouchers{db: db} }

// Issue stores a voucher worth some cents and returns its code.
func (v *Vouchers) Issue(ctx context.Context, cents int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, issueLimit)
	defer cancel()
	for range maxDraws {
		code := draw()
		stored, err := v.insert(ctx, code, cents)
		if err != nil {
			return "", fmt.Errorf("issue voucher: %w", err)
		}
		if stored {
			return code, nil
		}
	}
	return "", ErrCrowded
}

// insert reports false when the code belongs to another voucher already.
func (v *Vouchers) insert(ctx context.Context, code string, cents int) (bool, error) {
	res, err := v.db.ExecContext(ctx,
		`INSERT INTO vouchers (code, cents, issued_at) VALUES ($1, $2, now()) ON CONFLICT (code) DO NOTHING`,
		code, cents)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func draw() string {
	var raw [codeLen]byte
	_, _ = rand.Read(raw[:])
	for i, b := range raw {
		raw[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(raw[:])
}
