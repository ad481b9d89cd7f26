package api

import "strings"

// ErrClass says what an error proves about the attempt that returned it.
type ErrClass int8

// The classes of errors; the zero value says nothing.
const (
	ErrUnknown  ErrClass = iota
	ErrAny               // any error
	ErrConflict          // only conflicts that prove nothing was done: 40001, 409, 412, TxFailedErr
	ErrUnsent            // only failures before anything was sent: dial errors, refused connections, 429
	ErrTimeout           // timeouts are among them
	ErrStatus            // selected statuses (5xx …), fate unknown
	ErrRefused           // only statuses that refuse the request (401, 404 …), or 503, besides failures before anything was sent: who picks it out takes it for a refusal
)

// SentinelClass classes an error variable or constant of a library, by its key.
func SentinelClass(key string) (class ErrClass, known bool) {
	class, known = sentinels[key]
	return class, known
}

var sentinels = map[string]ErrClass{
	"syscall.ECONNREFUSED":                            ErrUnsent,
	"syscall.EHOSTUNREACH":                            ErrUnsent,
	"syscall.ENETUNREACH":                             ErrUnsent,
	"syscall.ECONNRESET":                              ErrStatus,
	"syscall.EPIPE":                                   ErrStatus,
	"syscall.ECONNABORTED":                            ErrStatus,
	"syscall.ETIMEDOUT":                               ErrTimeout,
	"io.EOF":                                          ErrStatus,
	"io.ErrUnexpectedEOF":                             ErrStatus,
	"net.ErrClosed":                                   ErrStatus,
	"context.DeadlineExceeded":                        ErrTimeout,
	"os.ErrDeadlineExceeded":                          ErrTimeout,
	"database/sql/driver.ErrBadConn":                  ErrUnsent,
	"github.com/redis/go-redis/v9.TxFailedErr":        ErrConflict,
	"github.com/go-redis/redis/v8.TxFailedErr":        ErrConflict,
	"github.com/go-redis/redis.TxFailedErr":           ErrConflict,
	"github.com/go-redis/redis/v7.TxFailedErr":        ErrConflict,
	"gorm.io/gorm.ErrDuplicatedKey":                   ErrConflict,
	"github.com/nats-io/nats.go.ErrNoResponders":      ErrUnsent,
	"github.com/dgraph-io/badger/v4.ErrConflict":      ErrConflict,
	"github.com/dgraph-io/badger/v3.ErrConflict":      ErrConflict,
	"github.com/dgraph-io/badger.ErrConflict":         ErrConflict,
	"go.etcd.io/bbolt.ErrTimeout":                     ErrUnsent,
	"github.com/sony/gobreaker.ErrOpenState":          ErrUnsent,
	"github.com/sony/gobreaker/v2.ErrOpenState":       ErrUnsent,
	"github.com/sony/gobreaker.ErrTooManyRequests":    ErrUnsent,
	"github.com/sony/gobreaker/v2.ErrTooManyRequests": ErrUnsent,
	"github.com/jackc/pgx/v5/pgxpool.ErrClosedPool":   ErrUnsent,
	"github.com/gocql/gocql.ErrNoConnections":         ErrUnsent,
	"google.golang.org/grpc.ErrClientConnClosing":     ErrUnsent,
}

// LosesOutcome reports whether errors of a type are, among others, those of
// connections that broke or timed out after something was sent.
// So are errors that tell of each item of a batch: the others were taken.
func LosesOutcome(typeName string) bool { return lostTypes[typeName] || TellsItems(typeName) }

// TellsItems reports whether errors of a type say of each item of a batch
// whether it failed, so that the batch as a whole must not be sent again.
func TellsItems(typeName string) bool { return itemTypes[Path(typeName)] }

var itemTypes = map[string]bool{
	"github.com/segmentio/kafka-go.WriteErrors":               true,
	"github.com/IBM/sarama.ProducerErrors":                    true,
	"github.com/Shopify/sarama.ProducerErrors":                true,
	"go.mongodb.org/mongo-driver/mongo.BulkWriteException":    true,
	"go.mongodb.org/mongo-driver/v2/mongo.BulkWriteException": true,
	"cloud.google.com/go/bigquery.PutMultiError":              true,
}

var lostTypes = map[string]bool{
	"net.Error": true, "net.OpError": true, "net/url.Error": true, "os.SyscallError": true,
}

// PredicateClass classes the errors that a function of a library says yes to,
// by the function's key.
func PredicateClass(key string) (class ErrClass, known bool) {
	class, known = predicates[key]
	return class, known
}

var predicates = map[string]ErrClass{
	"k8s.io/apimachinery/pkg/api/errors.IsConflict":        ErrConflict,
	"k8s.io/apimachinery/pkg/api/errors.IsTooManyRequests": ErrUnsent,
	"k8s.io/apimachinery/pkg/api/errors.IsServerTimeout":   ErrTimeout,
	"k8s.io/apimachinery/pkg/api/errors.IsTimeout":         ErrTimeout,
	"k8s.io/apimachinery/pkg/util/net.IsConnectionRefused": ErrUnsent,
	"github.com/jackc/pgx/v5/pgconn.SafeToRetry":           ErrUnsent,
	"github.com/jackc/pgconn.SafeToRetry":                  ErrUnsent,
	"os.IsTimeout":                                         ErrTimeout,

	"k8s.io/apimachinery/pkg/api/errors.IsServiceUnavailable": ErrStatus,
	"k8s.io/apimachinery/pkg/api/errors.IsInternalError":      ErrStatus,
	"k8s.io/apimachinery/pkg/util/net.IsConnectionReset":      ErrStatus,
	"github.com/jackc/pgx/v5/pgconn.Timeout":                  ErrTimeout,

	"github.com/hashicorp/go-retryablehttp.DefaultRetryPolicy":         ErrStatus,
	"github.com/hashicorp/go-retryablehttp.ErrorPropagatedRetryPolicy": ErrStatus,
}

// SQLStateUndone reports whether an SQLSTATE proves that a transaction was
// rolled back or a statement not carried out.
func SQLStateUndone(state string) bool { return sqlStates[state] }

var sqlStates = map[string]bool{
	"40001": true, "40P01": true, "40002": true, "40003": false, "23505": true, "23P01": true, "55P03": true, "CR000": true, "40": true,
}

// SQLStateLost reports whether a code of SQL, or the class that begins so, is that
// of a connection that broke: what was sent may have been carried out.
func SQLStateLost(state string) bool {
	return state == "08" || state == "08000" || state == "08006" || state == "08007" || state == "08S01"
}

// SQLNumberUndone reports what SQLStateUndone does of an error number of MySQL (lock wait
// timeout, deadlock, duplicate key), SQL Server (deadlock victim, duplicate key)
// or SQLite (busy, locked).
func SQLNumberUndone(n int64) bool { return sqlNumbers[n] }

var sqlNumbers = map[int64]bool{1205: true, 1213: true, 1062: true, 2627: true, 2601: true, 5: true, 6: true, 517: true, 261: true}

// TellsRepeat reports whether what a test of an error looks for says that what
// was to be made is there already: a code, the name of a status, a sentinel or
// predicate as the code writes it, or a part of the error's text.
func TellsRepeat(what string) bool {
	if repeats[what] {
		return true
	}
	what = strings.ToLower(what)
	return strings.Contains(what, "duplicate") || strings.Contains(what, "alreadyexist") || strings.Contains(what, "already exist") ||
		strings.Contains(what, "uniqueviolation") || strings.Contains(what, "unique constraint") || strings.Contains(what, "uniqueconstraint")
}

// repeats: unique violations of SQL, MySQL and SQL Server, and a conflict of HTTP.
var repeats = map[string]bool{"23505": true, "1062": true, "2627": true, "2601": true, "409": true}

// CodeClass classes a status code of gRPC or Connect, by the name of its
// constant without the word Code: Unavailable.
func CodeClass(name string) (class ErrClass, known bool) {
	class, known = grpcCodes[name]
	return class, known
}

var grpcCodes = map[string]ErrClass{
	"Aborted": ErrConflict, "FailedPrecondition": ErrConflict, "AlreadyExists": ErrConflict,
	"ResourceExhausted": ErrUnsent,
	"DeadlineExceeded":  ErrTimeout,
	"Unavailable":       ErrStatus, "Internal": ErrStatus, "Unknown": ErrStatus, "Canceled": ErrStatus,
}

// HTTPStatusClass classes a status that an answer carries.
func HTTPStatusClass(n int64) ErrClass {
	switch n {
	case 409, 412, 423, 428:
		return ErrConflict
	case 429, 425, 421:
		return ErrUnsent
	case 400, 401, 403, 404, 405, 407, 411, 413, 415, 417, 422, 426, 431, 503:
		return ErrRefused
	case 408, 504:
		return ErrTimeout
	}
	if n >= 400 && n < 600 {
		return ErrStatus
	}
	return ErrUnknown
}

// RefusingStatus reports whether a status refuses the request as it is. 404 and
// 410 are not among them: a caller may wait for something to come or to go.
func RefusingStatus(n int64) bool {
	switch n {
	case 400, 401, 403, 405, 407, 422:
		return true
	}
	return false
}

// LastingStatus reports whether the same request gets a status again.
func LastingStatus(n int64) bool { return RefusingStatus(n) || n == 404 || n == 410 }

// PassingStatus reports whether a status is that of a failure which may pass.
func PassingStatus(n int64) bool { return n == 408 || n == 429 || n >= 500 && n < 600 }

// SaysTooMuch reports whether the name or text of an error says that its sender asks for too
// much, which is told before anything is done: RateLimitedError, M_LIMIT_EXCEEDED, Throttling.
func SaysTooMuch(s string) bool {
	s = strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
	for _, t := range []string{"ratelimit", "limitexceeded", "throttl", "toomanyrequests"} {
		if strings.Contains(s, t) {
			return true
		}
	}
	return false
}

// NotThere reports whether an error, by its key, says that what was looked for
// is not there, which the same request finds again.
func NotThere(key string) bool { return notThere[key] }

var notThere = map[string]bool{
	"database/sql.ErrNoRows":                              true,
	"github.com/jackc/pgx/v4.ErrNoRows":                   true,
	"github.com/jackc/pgx/v5.ErrNoRows":                   true,
	"gorm.io/gorm.ErrRecordNotFound":                      true,
	"github.com/go-redis/redis.Nil":                       true,
	"github.com/go-redis/redis/v8.Nil":                    true,
	"github.com/redis/go-redis/v9.Nil":                    true,
	"github.com/gocql/gocql.ErrNotFound":                  true,
	"go.mongodb.org/mongo-driver/mongo.ErrNoDocuments":    true,
	"go.mongodb.org/mongo-driver/v2/mongo.ErrNoDocuments": true,
}
