package api

import "strings"

// AfterFailed says what a database does with a transaction one of whose
// statements has failed.
type AfterFailed int8

const (
	TxUnknown AfterFailed = iota
	TxGoesOn              // the statement may be run again: MySQL after a lock wait, SQLite when busy
	TxRefuses             // nothing but a rollback is taken: PostgreSQL
)

// A SQLDriver is what is known of the drivers of a database.
type SQLDriver struct {
	part  string // of the path of the package
	After AfterFailed
	// Embedded: the database is a part of the program, and its statements are
	// the program's own reads and writes of files.
	Embedded bool
}

// sqlDrivers tells databases by a part of the path of a driver's package.
var sqlDrivers = []SQLDriver{
	{part: "sqlitecloud"}, // a service
	{part: "sqlite", After: TxGoesOn, Embedded: true},
	{part: "go-duckdb", Embedded: true},
	{part: "duckdb-go", Embedded: true},
	{part: "mysql", After: TxGoesOn},
	{part: "jackc/pgx", After: TxRefuses},
	{part: "jackc/pgconn", After: TxRefuses},
	{part: "lib/pq", After: TxRefuses},
	{part: "driver/postgres"}, // gorm's
	{part: "pgdriver"},
	{part: "go-pg/pg"},
	{part: "cloudsqlconn"},
	{part: "driver/sqlserver"},
	{part: "go-mssqldb"},
	{part: "go-ora"},
	{part: "godror"},
	{part: "clickhouse"},
	{part: "gosnowflake"},
	{part: "libsql"},
	{part: "rqlite"},
	{part: "dqlite"},
	{part: "firebirdsql"},
	{part: "trino-go-client"},
	{part: "bigquery"},
	{part: "athenadriver"},
}

// SQLDriverOf returns what is known of the database of a driver; nil for
// packages that are no driver of the table.
func SQLDriverOf(path string) *SQLDriver {
	for i := range sqlDrivers {
		d := &sqlDrivers[i]
		if at := strings.Index(path, d.part); at >= 0 && (d.part != "lib/pq" || at+len(d.part) == len(path)) {
			return d
		}
	}
	return nil
}

// AfterFailure returns what the database of a driver does with a transaction
// after a failure; TxUnknown for packages that are no driver of the table.
func AfterFailure(path string) AfterFailed {
	if d := SQLDriverOf(path); d != nil {
		return d.After
	}
	return TxUnknown
}
