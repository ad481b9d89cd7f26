package api

// libPgx is pgx and the Postgres drivers beside it. All of pgx takes contexts.
func libPgx() Rows {
	const (
		v5   = "github.com/jackc/pgx/v5"
		v4   = "github.com/jackc/pgx/v4"
		both = "github.com/jackc/pgx/{v4,v5}"
	)
	sqlText := func(def EffectKind, fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectSQL, SQL: 1, Default: def, What: "runs the statement", Safe: "ON CONFLICT, a key of the caller's, or a condition on the old state"}
	}
	calls := func(names string) []string {
		return []string{"(*" + both + ".Conn).{" + names + "}", "(" + both + ".Tx).{" + names + "}", "(*" + both + "/pgxpool.{Pool,Conn}).{" + names + "}"}
	}
	return Rows{
		Calls: []Call{
			{Fn: append(calls("Exec,Query,QueryRow,SendBatch,CopyFrom,Begin"), "(*"+both+".Conn).{BeginTx,Prepare,Deallocate,Ping,WaitForNotification}", "(*"+both+"/pgxpool.Pool).{BeginTx,Ping}", "(*"+both+"/pgxpool.Conn).{BeginTx,Ping}", "("+both+".Tx).Prepare",
				"(*"+v4+".Conn).{QueryFunc,BeginFunc,BeginTxFunc}", "(*"+v4+"/pgxpool.Pool).{QueryFunc,BeginFunc,BeginTxFunc}", "("+v4+".Tx).{QueryFunc,BeginFunc}", v5+".{BeginFunc,BeginTxFunc}",
				"(*github.com/jackc/pgx/v5/pgconn.PgConn).{CopyFrom,CopyTo,Prepare,WaitForNotification,Ping}"), Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "Cancelling it in the middle of a query closes the connection."},
			{Fn: []string{"(*" + v5 + "/pgconn.PgConn).{Exec,ExecParams,ExecPrepared,ExecBatch}"}, Never: true},
			{Fn: []string{"(" + both + ".Tx).{Commit,Rollback}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Never: true, Note: "A rollback after the context ended needs one of its own."},
			{Fn: []string{"(*" + both + "/pgxpool.Pool).{Acquire,AcquireAllIdle,AcquireFunc}"}, Kind: WaitPool, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + both + "/pgxpool.Pool).Close"}, Kind: WaitSync, Unblocks: true, Note: "Waits for all connections to come back."},
			{Fn: []string{"(*" + both + ".Conn).Close"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Unblocks: true},
			{Fn: []string{both + ".{Connect,ConnectConfig}", v4 + "/pgxpool.{Connect,ConnectConfig}", v5 + "/pgconn.{Connect,ConnectConfig,ConnectWithOptions}"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{v5 + "/pgxpool.{New,NewWithConfig}"}, Never: true, Ctx: ctxArg(0), Note: "connects in the background"},
			{Fn: []string{v5 + ".{CollectRows,CollectOneRow,CollectExactlyOneRow,AppendRows,ForEachRow}", "(" + both + ".Rows).{Next,Scan,Close,Err,Values}", "(" + both + ".Row).Scan", "(" + both + ".BatchResults).{Exec,Query,QueryRow,Close}"}, Kind: WaitNet, Never: true, Ctx: CtxIn{Kind: CtxReceiver}, Obeys: Yes},
			{Fn: []string{"github.com/lib/pq.NewListener", "(*github.com/lib/pq.Listener).{Listen,Unlisten,UnlistenAll,Ping}"}, Kind: WaitNet, Fix: FixNone, Never: true},
			{Fn: []string{"(*github.com/lib/pq.Listener).Close"}, Unblocks: true},
		},
		Effects: []Effect{
			sqlText(EffectUnknown, calls("Exec")...),
			sqlText(EffectRead, calls("Query,QueryRow")...),
			{Fn: calls("SendBatch"), Kind: EffectUnknown, What: "runs the batch"},
			{Fn: calls("CopyFrom"), Kind: EffectWrite, What: "copies the rows in", Safe: "a unique key, or a staging table", Note: "The source is used up."},
			{Fn: append(calls("Begin"), "(*"+both+".Conn).{BeginTx,Prepare,Deallocate,Ping,WaitForNotification}", "(*"+both+"/pgxpool.{Pool,Conn}).{BeginTx,Ping}", "(*"+both+"/pgxpool.Pool).Acquire", both+".{Connect,ConnectConfig}", v5+"/pgxpool.{New,NewWithConfig}", v4+"/pgxpool.{Connect,ConnectConfig}",
				"("+both+".Rows).{Next,Scan,Close,Err,Values}", "("+both+".Row).Scan", v5+".{CollectRows,CollectOneRow,CollectExactlyOneRow,ForEachRow}"), Kind: EffectRead},
			{Fn: []string{"(" + both + ".Tx).Commit"}, Kind: EffectWrite, What: "commits the transaction", Safe: "retrying the whole transaction, with a key that makes a second one harmless"},
			{Fn: []string{"(" + both + ".Tx).Rollback"}, Kind: EffectRead},
		},
		Runners: []Runner{
			{Fn: []string{"(*" + both + "/pgxpool.Pool).AcquireFunc"}, Op: 1, Ctx: ctxArg(0), PassCtx: No},
		},
		Settings: []Setting{
			{Field: []string{v5 + "/pgconn.Config.ConnectTimeout"}, Knob: KnobConnect, Zero: ZeroNone},
			{Field: []string{both + "/pgxpool.Config.{MaxConnLifetime,MaxConnIdleTime}"}, Knob: KnobIdle},
		},
	}
}

// QueuesSQL returns how the function with a key is read that only puts a statement
// into a batch, to be run with it; nil if it is none.
func QueuesSQL(key string) *Effect {
	switch key {
	case "(*github.com/jackc/pgx/v5.Batch).Queue", "(*github.com/jackc/pgx/v4.Batch).Queue":
		return &Effect{Kind: EffectSQL, SQL: 0, Default: EffectUnknown, What: "runs the statement", Safe: "ON CONFLICT, a key of the caller's, or a condition on the old state"}
	}
	return nil
}

// ClosesWork reports whether the function with a key, by its name one that closes
// something, brings the failure of the work that was begun with it.
func ClosesWork(key string) bool {
	return key == "(github.com/jackc/pgx/v5.BatchResults).Close" || key == "(github.com/jackc/pgx/v4.BatchResults).Close"
}
