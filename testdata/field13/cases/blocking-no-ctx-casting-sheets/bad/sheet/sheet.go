// Package sheet reads casting sheets from the web.
package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
)

const maxSheet = 1 << 20

// Fetch returns who plays which role.
func Fetch(addr string) (map[string]string, error) {
	resp, err := http.Get(addr) // EXPECT blocking-no-ctx
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
