// Package gorm is a stub.
package gorm

import "context"

type Session struct{ Context context.Context }

type DB struct{ Error error }

func (db *DB) WithContext(ctx context.Context) *DB     { return db }
func (db *DB) Session(config *Session) *DB             { return db }
func (db *DB) Where(query any, args ...any) *DB        { return db }
func (db *DB) First(dest any, conds ...any) *DB        { return db }
func (db *DB) Transaction(fc func(tx *DB) error) error { return fc(db) }
