package retry

import (
	"github.com/faultlint/faultlint/internal/facts"
)

// sentinels classes errors of libraries that are compared with.
var sentinels = map[string]facts.ErrClass{
	"syscall.ECONNREFUSED":                            facts.ErrUnsent,
	"syscall.EHOSTUNREACH":                            facts.ErrUnsent,
	"syscall.ENETUNREACH":                             facts.ErrUnsent,
	"syscall.ECONNRESET":                              facts.ErrStatus,
	"syscall.EPIPE":                                   facts.ErrStatus,
	"syscall.ECONNABORTED":                            facts.ErrStatus,
	"syscall.ETIMEDOUT":                               facts.ErrTimeout,
	"io.EOF":                                          facts.ErrStatus,
	"io.ErrUnexpectedEOF":                             facts.ErrStatus,
	"net.ErrClosed":                                   facts.ErrStatus,
	"context.DeadlineExceeded":                        facts.ErrTimeout,
	"os.ErrDeadlineExceeded":                          facts.ErrTimeout,
	"database/sql/driver.ErrBadConn":                  facts.ErrUnsent,
	"github.com/redis/go-redis/v9.TxFailedErr":        facts.ErrConflict,
	"github.com/go-redis/redis/v8.TxFailedErr":        facts.ErrConflict,
	"github.com/go-redis/redis.TxFailedErr":           facts.ErrConflict,
	"github.com/go-redis/redis/v7.TxFailedErr":        facts.ErrConflict,
	"gorm.io/gorm.ErrDuplicatedKey":                   facts.ErrConflict,
	"github.com/nats-io/nats.go.ErrNoResponders":      facts.ErrUnsent,
	"github.com/dgraph-io/badger/v4.ErrConflict":      facts.ErrConflict,
	"github.com/dgraph-io/badger/v3.ErrConflict":      facts.ErrConflict,
	"github.com/dgraph-io/badger.ErrConflict":         facts.ErrConflict,
	"go.etcd.io/bbolt.ErrTimeout":                     facts.ErrUnsent,
	"github.com/sony/gobreaker.ErrOpenState":          facts.ErrUnsent,
	"github.com/sony/gobreaker/v2.ErrOpenState":       facts.ErrUnsent,
	"github.com/sony/gobreaker.ErrTooManyRequests":    facts.ErrUnsent,
	"github.com/sony/gobreaker/v2.ErrTooManyRequests": facts.ErrUnsent,
	"github.com/jackc/pgx/v5/pgxpool.ErrClosedPool":   facts.ErrUnsent,
	"github.com/gocql/gocql.ErrNoConnections":         facts.ErrUnsent,
	"google.golang.org/grpc.ErrClientConnClosing":     facts.ErrUnsent,
}

// predicates classes functions of libraries that test an error.
var predicates = map[string]facts.ErrClass{
	"k8s.io/apimachinery/pkg/api/errors.IsConflict":        facts.ErrConflict,
	"k8s.io/apimachinery/pkg/api/errors.IsTooManyRequests": facts.ErrUnsent,
	"k8s.io/apimachinery/pkg/api/errors.IsServerTimeout":   facts.ErrTimeout,
	"k8s.io/apimachinery/pkg/api/errors.IsTimeout":         facts.ErrTimeout,
	"k8s.io/apimachinery/pkg/util/net.IsConnectionRefused": facts.ErrUnsent,
	"github.com/jackc/pgx/v5/pgconn.SafeToRetry":           facts.ErrUnsent,
	"github.com/jackc/pgconn.SafeToRetry":                  facts.ErrUnsent,
	"os.IsTimeout":                                         facts.ErrTimeout,

	"k8s.io/apimachinery/pkg/api/errors.IsServiceUnavailable": facts.ErrStatus,
	"k8s.io/apimachinery/pkg/api/errors.IsInternalError":      facts.ErrStatus,
	"k8s.io/apimachinery/pkg/util/net.IsConnectionReset":      facts.ErrStatus,
	"github.com/jackc/pgx/v5/pgconn.Timeout":                  facts.ErrTimeout,
}

// sqlStates are the codes that prove that a transaction was rolled back or a
// statement not carried out.
var sqlStates = map[string]bool{
	"40001": true, "40P01": true, "40002": true, "40003": false, "23505": true, "23P01": true, "55P03": true, "CR000": true, "40": true,
}

// sqlNumbers are the same for MySQL (lock wait timeout, deadlock, duplicate
// key), SQL Server (deadlock victim, duplicate key) and SQLite (busy, locked).
var sqlNumbers = map[int64]bool{1205: true, 1213: true, 1062: true, 2627: true, 2601: true, 5: true, 6: true, 517: true, 261: true}

// grpcCodes classes status codes by the names of their constants.
var grpcCodes = map[string]facts.ErrClass{
	"Aborted": facts.ErrConflict, "FailedPrecondition": facts.ErrConflict, "AlreadyExists": facts.ErrConflict,
	"ResourceExhausted": facts.ErrUnsent,
	"DeadlineExceeded":  facts.ErrTimeout,
	"Unavailable":       facts.ErrStatus, "Internal": facts.ErrStatus, "Unknown": facts.ErrStatus, "Canceled": facts.ErrStatus,
}

// httpStatus classes a status that an answer carries.
func httpStatus(n int64) facts.ErrClass {
	switch n {
	case 409, 412, 423, 428:
		return facts.ErrConflict
	case 429, 425, 421:
		return facts.ErrUnsent
	case 408, 504:
		return facts.ErrTimeout
	}
	if n >= 400 && n < 600 {
		return facts.ErrStatus
	}
	return facts.ErrUnknown
}

// rank orders classes from the one that proves most to the one that proves nothing.
func rank(c facts.ErrClass) int {
	switch c {
	case facts.ErrConflict:
		return 1
	case facts.ErrUnsent:
		return 2
	case facts.ErrStatus:
		return 3
	case facts.ErrTimeout:
		return 4
	case facts.ErrAny:
		return 6
	}
	return 5
}

func stronger(a, b facts.ErrClass) facts.ErrClass {
	if rank(b) < rank(a) {
		return b
	}
	return a
}

func weaker(a, b facts.ErrClass) facts.ErrClass {
	if rank(b) > rank(a) {
		return b
	}
	return a
}
