package api

// libStdSQL is database/sql and the drivers below it.
func libStdSQL() Rows {
	const (
		db   = "(*database/sql.DB)."
		tx   = "(*database/sql.Tx)."
		stmt = "(*database/sql.Stmt)."
		conn = "(*database/sql.Conn)."
	)
	read := func(arg int, fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectSQL, SQL: arg, Default: EffectRead, What: "runs the statement", Safe: "ON CONFLICT, a key of the caller's, or a condition on the old state"}
	}
	write := func(arg int, fn ...string) Effect {
		e := read(arg, fn...)
		e.Default = EffectUnknown
		return e
	}
	return Rows{
		Calls: []Call{
			{Fn: []string{db + "{Query,QueryRow,Exec,Prepare,Ping}", tx + "{Query,QueryRow,Exec,Prepare}", stmt + "{Query,QueryRow,Exec}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{tx + "Stmt"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical, Never: true, Note: "prepares only where the connection has not the statement yet"},
			{Fn: []string{db + "Begin"}, Kind: WaitNet, Twin: db + "BeginTx", Fix: FixAdapt, Form: "$recv.BeginTx($ctx, nil)", How: "use BeginTx(ctx, nil)", Note: "The context also rolls the transaction back when it ends before Commit."},
			{Fn: []string{db + "{QueryContext,QueryRowContext,ExecContext,PrepareContext,PingContext,BeginTx,Conn}", tx + "{QueryContext,QueryRowContext,ExecContext,PrepareContext,StmtContext}",
				stmt + "{QueryContext,QueryRowContext,ExecContext}", conn + "{QueryContext,QueryRowContext,ExecContext,PrepareContext,PingContext,BeginTx}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes,
				Note: "Tries again by itself, up to three times, on driver.ErrBadConn, which says that nothing was sent; not inside a Tx nor on a Conn."},
			{Fn: []string{tx + "{Commit,Rollback}"}, Kind: WaitNet, Never: true, Ctx: CtxIn{Kind: CtxReceiver, Key: db + "BeginTx"}, Obeys: Yes, Note: "Bounded by the context of BeginTx."},
			{Fn: []string{"(*database/sql.Rows).{Next,NextResultSet,Scan,Err}", "(*database/sql.Row).{Scan,Err}"}, Kind: WaitNet, Never: true, Ctx: CtxIn{Kind: CtxReceiver}, Obeys: Yes,
				Note: "Bounded by the query's context, which must outlive the rows."},
			{Fn: []string{"(*database/sql.Rows).Close", stmt + "Close", conn + "Close", db + "Close"}, Unblocks: true},
			{Fn: []string{"database/sql.{Open,OpenDB}"}, Never: true, Note: "does not connect"},
			{Fn: []string{"(database/sql/driver.Driver).Open"}, Kind: WaitDial},
			{Fn: []string{"(database/sql/driver.Connector).Connect", "(database/sql/driver.QueryerContext).QueryContext", "(database/sql/driver.ExecerContext).ExecContext", "(database/sql/driver.ConnBeginTx).BeginTx", "(database/sql/driver.ConnPrepareContext).PrepareContext",
				"(database/sql/driver.StmtExecContext).ExecContext", "(database/sql/driver.StmtQueryContext).QueryContext", "(database/sql/driver.Pinger).Ping"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
		},
		Effects: []Effect{
			write(0, db+"Exec", tx+"Exec"),
			write(1, db+"ExecContext", tx+"ExecContext", conn+"ExecContext"),
			read(0, db+"{Query,QueryRow}", tx+"{Query,QueryRow}"),
			read(1, db+"{QueryContext,QueryRowContext}", tx+"{QueryContext,QueryRowContext}", conn+"{QueryContext,QueryRowContext}"),
			{Fn: []string{stmt + "{Exec,ExecContext}"}, Kind: EffectUnknown, What: "runs the statement"},
			{Fn: []string{stmt + "{Query,QueryRow,QueryContext,QueryRowContext}"}, Kind: EffectUnknown},
			{Fn: []string{tx + "Commit"}, Kind: EffectWrite, What: "commits the transaction", Safe: "retrying the whole transaction, with a key that makes a second one harmless",
				Note: "After a lost answer its fate is unknown."},
			{Fn: []string{tx + "Rollback", db + "{Ping,PingContext,Prepare,PrepareContext,Begin,BeginTx,Conn}", tx + "{Prepare,PrepareContext,Stmt,StmtContext}", conn + "{PingContext,BeginTx,PrepareContext}",
				"(*database/sql.Rows).{Next,NextResultSet,Scan,Close,Err}", "(*database/sql.Row).{Scan,Err}"}, Kind: EffectRead},
		},
		Settings: []Setting{
			{Fn: []string{db + "SetMaxOpenConns"}, Knob: KnobPoolWait, Zero: ZeroNone, Note: "With a limit each call may wait for a connection without bound unless its context has a deadline."},
			{Fn: []string{db + "SetMaxIdleConns"}, Knob: KnobNone, DefaultN: 2},
			{Fn: []string{db + "{SetConnMaxLifetime,SetConnMaxIdleTime}"}, Knob: KnobIdle, Zero: ZeroNone},
			{Field: []string{"github.com/go-sql-driver/mysql.Config.Timeout"}, Knob: KnobConnect, Zero: ZeroNone},
			{Field: []string{"github.com/go-sql-driver/mysql.Config.{ReadTimeout,WriteTimeout}"}, Knob: KnobOp, Zero: ZeroNone},
		},
		Makers: []Maker{
			{Fn: []string{"database/sql.{Open,OpenDB}"}, Trait: TraitNoTimeout},
		},
	}
}
