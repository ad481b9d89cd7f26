// Command census loads a census file into the local history database. A clerk starts it by
// hand and breaks it off with an interrupt if need be.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/jackc/pgx/v5"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: census FILE")
		os.Exit(2)
	}
	n, err := load(context.Background(), os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "census:", err)
		os.Exit(1)
	}
	fmt.Println(n, "people loaded")
}

// load copies the file into the table in one transaction.
func load(ctx context.Context, path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()

	conn, err := pgx.Connect(ctx, os.Getenv("CENSUS_DB"))
	if err != nil {
		return 0, fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(ctx)

	if _, err := conn.Exec(ctx, `TRUNCATE person_import`); err != nil {
		return 0, fmt.Errorf("empty table: %w", err)
	}
	src := &people{csv: csv.NewReader(f)}
	n, err := conn.CopyFrom(ctx, pgx.Identifier{"person_import"}, []string{"name", "parish", "born"}, src)
	if err != nil {
		return 0, fmt.Errorf("copy after line %d: %w", src.line, err)
	}
	return n, nil
}

// people feeds CopyFrom from a CSV file.
type people struct {
	csv  *csv.Reader
	line int
	row  []any
	err  error
}

func (p *people) Next() bool {
	rec, err := p.csv.Read()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			p.err = err
		}
		return false
	}
	p.line++
	if len(rec) < 3 {
		p.err = fmt.Errorf("%d fields", len(rec))
		return false
	}
	born, err := strconv.Atoi(rec[2])
	if err != nil {
		p.err = fmt.Errorf("year of birth: %w", err)
		return false
	}
	p.row = []any{rec[0], rec[1], born}
	return true
}

func (p *people) Values() ([]any, error) { return p.row, nil }

func (p *people) Err() error { return p.err }
