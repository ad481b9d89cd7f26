package api

// libTransactions is functions that run a closure in a transaction: those that
// begin it anew after a conflict, so that what the closure changes outside the
// transaction repeats, and those that run it once.
func libTransactions() Rows {
	const (
		crdb  = "github.com/cockroachdb/cockroach-go/v2/crdb"
		mongo = "go.mongodb.org/mongo-driver"
		bun   = "github.com/uptrace/bun"
		gopg  = "github.com/go-pg/pg/v10"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{"(" + mongo + "/mongo.Session).WithTransaction"}, Kind: OpArg, Op: 1, Policy: -1, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Cap: 120 * sec,
				Backoff: Backoff{Jitter: No, Known: true}, Stop: Maybe, PassCtx: Yes, On: OnConflict, Tx: true,
				Note: "Repeats on TransientTransactionError; the commit loop uses a context without cancellation."},
			{Fn: []string{"(*" + mongo + "/v2/mongo.Session).WithTransaction"}, Kind: OpArg, Op: 1, Policy: -1, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Cap: 120 * sec,
				Backoff: Backoff{Factor: 1.5, Jitter: Yes}, Stop: No, PassCtx: Yes, On: OnConflict, Tx: true,
				Note: "The wait watches only the 120s timer, not the context."},
			{Fn: []string{"go.etcd.io/etcd/client/v3/concurrency.NewSTM"}, Kind: OpArg, Op: 1, Policy: -1,
				Ctx: CtxIn{Kind: CtxOption, Key: "go.etcd.io/etcd/client/v3/concurrency.WithAbortContext"}, Attempts: AttemptsUnbounded,
				Backoff: Backoff{Jitter: No, Known: true}, PassCtx: No, On: OnConflict, Tx: true},
			{Fn: []string{crdb + ".ExecuteTx", crdb + "/{crdbpgx,crdbpgxv5,crdbsqlx,crdbgorm}.ExecuteTx"}, Kind: OpArg, Op: 3, Policy: -1, Ctx: ctxArg(0), Attempts: 51,
				Backoff: Backoff{Jitter: No, Known: true}, PassCtx: No, On: OnConflict, Tx: true},
			{Fn: []string{crdb + ".ExecuteInTx"}, Kind: OpArg, Op: 2, Policy: -1, Ctx: ctxArg(0), Attempts: 51,
				Backoff: Backoff{Jitter: No, Known: true}, PassCtx: No, On: OnConflict, Tx: true},
			{Fn: []string{crdb + ".ExecuteCtx"}, Kind: OpArg, Op: 1, Policy: -1, Ctx: ctxArg(0), Attempts: 51,
				Backoff: Backoff{Jitter: No, Known: true}, Pre: Yes, PassCtx: Yes, On: OnConflict, Tx: true},
			{Fn: []string{crdb + ".Execute"}, Kind: OpArg, Op: 0, Policy: -1, Attempts: AttemptsUnbounded,
				Backoff: Backoff{Jitter: No, Known: true}, PassCtx: No, On: OnConflict, Tx: true},
			{Fn: []string{"(*cloud.google.com/go/spanner.Client).{ReadWriteTransaction,ReadWriteTransactionWithOptions}"}, Kind: OpArg, Op: 1, Policy: -1, Ctx: ctxArg(0),
				Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: Yes, On: OnConflict, Tx: true},
			{Fn: []string{"(*cloud.google.com/go/firestore.Client).RunTransaction"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: 5, PassCtx: Yes, On: OnConflict, Tx: true},
			{Fn: []string{"(*cloud.google.com/go/datastore.Client).RunInTransaction"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: 3, PassCtx: No, On: OnConflict, Tx: true},
		},
		Runners: []Runner{
			{Fn: []string{"(*gorm.io/gorm.DB).Transaction"}, Op: 0, PassCtx: No, Tx: true, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*gorm.io/gorm.DB).WithContext"}},
			{Fn: []string{"github.com/jackc/pgx/v5.BeginFunc"}, Op: 2, Ctx: ctxArg(0), PassCtx: No, Tx: true},
			{Fn: []string{"github.com/jackc/pgx/v5.BeginTxFunc"}, Op: 3, Ctx: ctxArg(0), PassCtx: No, Tx: true},
			{Fn: []string{"(*github.com/jackc/pgx/v4.Conn).BeginFunc", "(*github.com/jackc/pgx/v4/pgxpool.Pool).BeginFunc", "(*github.com/jackc/pgx/v4/pgxpool.Conn).BeginFunc", "(github.com/jackc/pgx/v4.Tx).BeginFunc"},
				Op: 1, Ctx: ctxArg(0), PassCtx: No, Tx: true},
			{Fn: []string{"(*github.com/jackc/pgx/v4.Conn).BeginTxFunc", "(*github.com/jackc/pgx/v4/pgxpool.Pool).BeginTxFunc"}, Op: 2, Ctx: ctxArg(0), PassCtx: No, Tx: true},
			{Fn: []string{"(*" + bun + ".DB).RunInTx", "(" + bun + ".Conn).RunInTx", "(" + bun + ".Tx).RunInTx", "(" + bun + ".IDB).RunInTx"}, Op: 2, Ctx: ctxArg(0), PassCtx: Yes, Tx: true},
			{Fn: []string{"(*github.com/redis/go-redis/v9.{Client,ClusterClient,Ring}).Watch", "(*github.com/go-redis/redis/v8.{Client,ClusterClient,Ring}).Watch", "(github.com/redis/go-redis/v9.UniversalClient).Watch"}, Op: 1, Ctx: ctxArg(0), PassCtx: No, Tx: true,
				Note: "Optimistic: returns TxFailedErr, and the caller loops."},
			{Fn: []string{"(*" + gopg + ".baseDB).RunInTransaction", "(*" + gopg + ".Tx).RunInTransaction"}, Op: 1, Ctx: ctxArg(0), PassCtx: No, Tx: true},
			{Fn: []string{"(*xorm.io/xorm.Engine).Transaction"}, Op: 0, PassCtx: No, Tx: true},
			{Fn: []string{"(*github.com/dgraph-io/badger/v4.DB).{Update,View}", "(*go.etcd.io/bbolt.DB).{Update,View,Batch}"}, Op: 0, PassCtx: No, Tx: true},
		},
		Settings: []Setting{
			{Fn: []string{crdb + ".WithMaxRetries"}, Knob: KnobRetries, Arg: 1, Wraps: -1, DefaultN: 50, Zero: ZeroNone, Note: "travels in the context"},
			{Fn: []string{"cloud.google.com/go/firestore.MaxAttempts", "cloud.google.com/go/datastore.MaxAttempts"}, Knob: KnobAttempts},
			{Fn: []string{"go.etcd.io/etcd/client/v3/concurrency.WithAbortContext"}, Knob: KnobCtx},
		},
	}
}
