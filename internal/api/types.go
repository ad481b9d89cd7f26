package api

import "go/types"

// TypeName names a type, or what a pointer of it points to, as the tables do:
// "path.Type"; "" if it has no package.
func TypeName(t types.Type) string {
	if t == nil {
		return ""
	}
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil {
		return typeName(n.Obj())
	}
	return ""
}

func oneOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

var (
	responses = oneOf("net/http.Response", "github.com/go-resty/resty/v2.Response", "resty.dev/v3.Response",
		"github.com/valyala/fasthttp.Response", "github.com/imroc/req/v3.Response")
	statusCodes   = oneOf("google.golang.org/grpc/codes.Code", "connectrpc.com/connect.Code")
	codesOfErrors = oneOf("google.golang.org/grpc/status.Code", "google.golang.org/grpc/status.Convert")
	underContext  = oneOf("net/http.Response", "database/sql.Rows", "database/sql.Row", "database/sql.Tx",
		"github.com/jackc/pgx/v5.Rows", "github.com/jackc/pgx/v5.Row", "github.com/jackc/pgx/v4.Rows", "github.com/jackc/pgx/v4.Row")
	rowsTypes     = oneOf("database/sql.Rows", "github.com/jackc/pgx/v5.Rows", "github.com/jackc/pgx/v4.Rows")
	memoryReaders = oneOf("bytes.Buffer", "bytes.Reader", "strings.Reader")
	collectors    = oneOf("bytes.Buffer", "strings.Builder")
	decoders      = oneOf("encoding/json.Decoder", "encoding/xml.Decoder", "encoding/gob.Decoder", "encoding/csv.Reader",
		"bufio.Scanner", "bufio.Reader", "mime/multipart.Reader", "archive/tar.Reader", "compress/gzip.Reader")
)

// IsResponse reports whether t is an HTTP response that carries a status.
func IsResponse(t types.Type) bool { return responses[TypeName(t)] }

// IsRequest reports whether t is a request of net/http.
func IsRequest(t types.Type) bool { return TypeName(t) == "net/http.Request" }

// IsRoundTrip reports whether a signature is that of a transport of net/http: it
// takes a request and returns the answer.
func IsRoundTrip(sig *types.Signature) bool {
	return sig.Params().Len() == 1 && sig.Results().Len() == 2 && IsRequest(sig.Params().At(0).Type()) &&
		TypeName(sig.Results().At(0).Type()) == "net/http.Response" && KeyOfType(sig.Results().At(1).Type()) == "error"
}

// IsHTTPClient reports whether t is net/http's client.
func IsHTTPClient(t types.Type) bool { return TypeName(t) == "net/http.Client" }

// IsTransport reports whether t is a transport of net/http.
func IsTransport(t types.Type) bool {
	fn := Method(t, "RoundTrip")
	return fn != nil && IsRoundTrip(fn.Signature())
}

// Method returns the exported method of that name which values of t have, those
// in variables at least; nil if they have none.
func Method(t types.Type, name string) *types.Func {
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// IsStatusCode reports whether t is the type of a status code of gRPC or Connect.
func IsStatusCode(t types.Type) bool { return statusCodes[TypeName(t)] }

// IsCodeOfError reports whether the function with a key tells an error's status
// code, or a status that has it, and OK, which is 0, of no error.
func IsCodeOfError(key string) bool { return codesOfErrors[key] }

// EndsWithContext reports whether a value of t is of no use any more once the
// context is over that it was made under.
func EndsWithContext(t types.Type) bool { return underContext[TypeName(t)] || embedsSQL(t) != "" }

// IsRows reports whether t is the rows of a query, whose Next says false at the
// end of the rows as well as at that of the context.
func IsRows(t types.Type) bool {
	return rowsTypes[TypeName(t)] || embedsSQL(t) == "database/sql.Rows"
}

// IsTransaction reports whether t is a transaction of database/sql, or what a
// library made of one by embedding it: it is rolled back when the context is
// over that it was begun under.
func IsTransaction(t types.Type) bool {
	return TypeName(t) == "database/sql.Tx" || embedsSQL(t) == "database/sql.Tx"
}

// embedsSQL returns which of the things of database/sql that end with a context
// t embeds: sqlx.Tx, bun.Tx, sqlx.Rows; "" if none.
func embedsSQL(t types.Type) string {
	if t == nil {
		return ""
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for v := range s.Fields() {
		if name := TypeName(v.Type()); v.Embedded() && (name == "database/sql.Tx" || name == "database/sql.Rows") {
			return name
		}
	}
	return ""
}

// IsMemoryReader reports whether t reads what is in memory, to its end.
func IsMemoryReader(t types.Type) bool { return memoryReaders[TypeName(t)] }

// CollectsText reports whether t collects a text that is written to it.
func CollectsText(t types.Type) bool { return collectors[TypeName(t)] }

// IsDecoder reports whether t reads from a reader that it was made with.
func IsDecoder(t types.Type) bool { return decoders[TypeName(t)] }

// IsSingleConn reports whether t is one connection to a database, on which one
// statement comes after the other.
func IsSingleConn(t types.Type) bool { return singleConns[TypeName(t)] }

var singleConns = oneOf("database/sql.Conn", "github.com/jackc/pgx/v4.Conn", "github.com/jackc/pgx/v5.Conn")

// IsRowSource reports whether t hands over rows one after the other to whom it is
// given, and has no way back to the first.
func IsRowSource(t types.Type) bool { return rowSources[TypeName(t)] }

var rowSources = map[string]bool{"github.com/jackc/pgx/v5.CopyFromSource": true, "github.com/jackc/pgx/v4.CopyFromSource": true}

// OfCommandLine reports whether t is what the libraries for command lines by the name of cli
// hand to the function of a command: *cli.Context.
func OfCommandLine(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() == "cli"
}

// IsTimer reports whether t is a timer or ticker of the standard library.
func IsTimer(t types.Type) bool { return timers[TypeName(t)] }

var timers = oneOf("time.Timer", "time.Ticker")

// IsGroup reports whether t is a group of goroutines that has a context.
func IsGroup(t types.Type) bool { return TypeName(t) == "golang.org/x/sync/errgroup.Group" }
