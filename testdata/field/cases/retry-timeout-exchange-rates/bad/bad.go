// Package bad converts amounts with the rates of a central bank.
// The rates client repeats a failed download four times in all, and the conversion repeats the
// client five times, with the same helper: twenty downloads before a user sees the error.
package bad

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"faultfield/cases/retry-timeout-exchange-rates/bad/again"
	"faultfield/cases/retry-timeout-exchange-rates/bad/rates"
)

// Converter converts amounts.
type Converter struct {
	bank *rates.Bank
}

// NewConverter uses the rates of bank.
func NewConverter(bank *rates.Bank) *Converter {
	return &Converter{bank: bank}
}

// Convert returns amount, given in from, in to.
func (c *Converter) Convert(ctx context.Context, amount *big.Rat, from, to string) (*big.Rat, error) {
	table, err := again.Do(ctx, again.Times(5, time.Second), c.bank.Table) // EXPECT retry-timeout
	if err != nil {
		return nil, fmt.Errorf("convert %s to %s: %w", from, to, err)
	}
	a, okA := table[from]
	b, okB := table[to]
	if !okA || !okB || a.Sign() == 0 {
		return nil, fmt.Errorf("no rate from %s to %s", from, to)
	}
	out := new(big.Rat).Mul(amount, b)
	return out.Quo(out, a), nil
}
