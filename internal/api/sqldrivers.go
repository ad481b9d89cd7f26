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

// sqlDrivers tells databases by a part of the path of a driver's package.
var sqlDrivers = []struct {
	part  string
	after AfterFailed
}{
	{"sqlite", TxGoesOn},
	{"mysql", TxGoesOn},
	{"jackc/pgx", TxRefuses},
	{"jackc/pgconn", TxRefuses},
	{"lib/pq", TxRefuses},
}

// AfterFailure returns what the database of a driver does with a transaction
// after a failure; TxUnknown for packages that are no driver of the table.
func AfterFailure(path string) AfterFailed {
	for _, d := range sqlDrivers {
		if i := strings.Index(path, d.part); i >= 0 && (d.part != "lib/pq" || i+len(d.part) == len(path)) {
			return d.after
		}
	}
	return TxUnknown
}
