package gorm

import (
	"context"

	"gorm.io/gorm/clause"
)

type DB struct {
	Error        error
	RowsAffected int64
}

func (db *DB) WithContext(ctx context.Context) *DB     { return db }
func (db *DB) Clauses(c ...clause.Expression) *DB      { return db }
func (db *DB) Model(v any) *DB                         { return db }
func (db *DB) Where(q any, args ...any) *DB            { return db }
func (db *DB) Create(v any) *DB                        { return db }
func (db *DB) Update(col string, v any) *DB            { return db }
func (db *DB) UpdateColumn(col string, v any) *DB      { return db }
func (db *DB) Updates(v any) *DB                       { return db }
func (db *DB) Exec(sql string, args ...any) *DB        { return db }
func (db *DB) Raw(sql string, args ...any) *DB         { return db }
func (db *DB) Scan(v any) *DB                          { return db }
func (db *DB) First(v any) *DB                         { return db }
func (db *DB) Transaction(fn func(tx *DB) error) error { return nil }
func Expr(s string, args ...any) clause.Expr           { return clause.Expr{} }
