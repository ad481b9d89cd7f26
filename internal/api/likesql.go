package api

import "go/types"

// sqlResults are the results by which the methods of a connection to a database
// are known, whatever interface names them, and the type whose methods they are.
var sqlResults = map[string]map[string]string{
	"Exec":            {"database/sql.Result": "*database/sql.DB", pgconnV5 + ".CommandTag": pgxV5Conn, "github.com/jackc/pgconn.CommandTag": pgxV4Conn},
	"ExecContext":     {"database/sql.Result": "*database/sql.DB"},
	"Query":           {"database/sql.Rows": "*database/sql.DB", "github.com/jackc/pgx/v5.Rows": pgxV5Conn, "github.com/jackc/pgx/v4.Rows": pgxV4Conn},
	"QueryContext":    {"database/sql.Rows": "*database/sql.DB"},
	"QueryRow":        {"database/sql.Row": "*database/sql.DB", "github.com/jackc/pgx/v5.Row": pgxV5Conn, "github.com/jackc/pgx/v4.Row": pgxV4Conn},
	"QueryRowContext": {"database/sql.Row": "*database/sql.DB"},
}

const (
	pgconnV5  = "github.com/jackc/pgx/v5/pgconn"
	pgxV5Conn = "*github.com/jackc/pgx/v5.Conn"
	pgxV4Conn = "*github.com/jackc/pgx/v4.Conn"
)

// LikeSQL returns the key of the driver's method that a method of a project's own
// interface stands for, as such interfaces are made to take a connection as well
// as a transaction: DBTX of sqlc, an Execer; "" if it stands for none.
func LikeSQL(fn *types.Func) string {
	sig := fn.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || sig.Results().Len() == 0 || !sig.Variadic() {
		return ""
	}
	conn := sqlResults[fn.Name()][TypeName(sig.Results().At(0).Type())]
	if conn == "" {
		return ""
	}
	return "(" + conn + ")." + fn.Name()
}
