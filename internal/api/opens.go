package api

import "strings"

// opens are the functions, besides those that connect, which return something
// that holds resources until it is closed, whether it was ever used or not.
var opens = map[string]bool{
	"database/sql.Open":                             true,
	"database/sql.OpenDB":                           true,
	"github.com/jmoiron/sqlx.Open":                  true,
	"github.com/jackc/pgx/v5/pgxpool.New":           true,
	"github.com/jackc/pgx/v5/pgxpool.NewWithConfig": true,
	"google.golang.org/grpc.NewClient":              true,
	"google.golang.org/grpc.Dial":                   true,
	"google.golang.org/grpc.DialContext":            true,
}

// wraps are the functions whose result is another form of a connection, given
// as an argument, which it closes and which closes it.
var wraps = map[string]bool{
	"crypto/tls.Client":                 true,
	"crypto/tls.Server":                 true,
	"net/textproto.NewConn":             true,
	"golang.org/x/crypto/ssh.NewClient": true,
}

// makesError are the functions that make an error of their arguments.
var makesError = map[string]bool{
	"errors.New":                           true,
	"fmt.Errorf":                           true,
	"github.com/pkg/errors.New":            true,
	"github.com/pkg/errors.Errorf":         true,
	"golang.org/x/xerrors.New":             true,
	"golang.org/x/xerrors.Errorf":          true,
	"github.com/cockroachdb/errors.New":    true,
	"github.com/cockroachdb/errors.Newf":   true,
	"github.com/cockroachdb/errors.Errorf": true,
}

// Opens reports whether the function with a key returns something to close.
func Opens(key string) bool { return opens[key] }

// WrapsConn reports whether the function with a key returns another form of a
// connection that it is given.
func WrapsConn(key string) bool { return wraps[key] }

// MakesError reports whether the function with a key makes a new error.
func MakesError(key string) bool { return makesError[key] }

// Closes reports whether a method of that name ends a connection or a handle.
func Closes(name string) bool {
	if strings.HasPrefix(name, "Close") || strings.HasPrefix(name, "GracefulClose") {
		return true
	}
	switch name {
	case "Disconnect", "Shutdown", "Stop", "Drain", "Quit", "Logout", "Release", "Hijack":
		return true
	}
	return false
}
