// Package good converts amounts with the rates of a central bank.
// The rates client repeats a failed download; the conversion takes its answer as it is.
package good

import (
	"context"
	"fmt"
	"math/big"

	"faultfield/cases/retry-timeout-exchange-rates/good/rates"
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
	table, err := c.bank.Table(ctx)
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
