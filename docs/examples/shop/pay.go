// Package shop is the example in faultlint's README, with its three faults.
package shop

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Shop takes orders and has a bank charge for them.
type Shop struct {
	bank   string // address
	client *http.Client
}

// ServeHTTP takes one order.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, err := io.ReadAll(r.Body)
	if err == nil {
		err = s.charge(r.Context(), order)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func (s *Shop) charge(ctx context.Context, order []byte) error {
	var err error
	for try := 1; try <= 3; try++ {
		if err = s.post(ctx, order); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return fmt.Errorf("charge: %w", err)
}

func (s *Shop) post(ctx context.Context, order []byte) error {
	req, err := http.NewRequest(http.MethodPost, s.bank+"/charges", bytes.NewReader(order))
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the bank answers %s", resp.Status)
	}
	return nil
}
