// Package sheet reads casting sheets from the web.
package sheet

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const maxSheet = 1 << 20

var client = &http.Client{Timeout: 30 * time.Second}

// Fetch returns who plays which role.
func Fetch(ctx context.Context, addr string) (map[string]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, addr, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("server answered %s", resp.Status)
	}
	return parse(io.LimitReader(resp.Body, maxSheet))
}

func parse(r io.Reader) (map[string]string, error) {
	rows := csv.NewReader(r)
	rows.FieldsPerRecord = 2
	cast := make(map[string]string)
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return cast, nil
		}
		if err != nil {
			return nil, fmt.Errorf("parse: %w", err)
		}
		cast[row[0]] = row[1]
	}
}
