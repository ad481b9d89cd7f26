// Package rates downloads exchange rates.
package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-exchange-rates/bad/again"
)

// Bank publishes rates.
type Bank struct {
	URL    string
	Client *http.Client // with a timeout
}

// Table returns the price of one euro in each currency.
func (b *Bank) Table(ctx context.Context) (map[string]*big.Rat, error) {
	return again.Do(ctx, again.Times(4, 300*time.Millisecond), b.download) // OR retry-timeout
}

func (b *Bank) download(ctx context.Context) (map[string]*big.Rat, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.URL, nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("bank answered %s", resp.Status)
	}
	table := map[string]*big.Rat{}
	err = json.NewDecoder(resp.Body).Decode(&table)
	return table, err
}
