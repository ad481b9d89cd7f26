package api

// libORM is what lies above database/sql: sqlx, gorm, xorm, go-pg, bun, ent.
func libORM() Rows {
	const (
		sqlx  = "github.com/jmoiron/sqlx."
		gorm  = "(*gorm.io/gorm.DB)."
		ifs   = "(gorm.io/gorm."
		xorm  = "(*xorm.io/xorm."
		gopg  = "(*github.com/go-pg/pg/v10."
		bun   = "github.com/uptrace/bun."
		chain = "begin the query with WithContext(ctx)"
	)
	gormCtx := CtxIn{Kind: CtxReceiver, Key: gorm + "WithContext"}
	xormCtx := CtxIn{Kind: CtxReceiver, Key: xorm + "Engine).Context"}
	sqlText := func(arg int, def EffectKind, fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectSQL, SQL: arg, Default: def, What: "runs the statement", Safe: "ON CONFLICT, a key of the caller's, or a condition on the old state"}
	}
	return Rows{
		Calls: []Call{
			// sqlx
			{Fn: []string{"(*" + sqlx + "DB).{Get,Select,Queryx,QueryRowx,NamedExec,NamedQuery,MustExec,Preparex,PrepareNamed}", "(*" + sqlx + "Tx).{Get,Select,Queryx,QueryRowx,NamedExec,MustExec,Preparex,PrepareNamed}",
				"(*" + sqlx + "NamedStmt).{Get,Select,Exec,MustExec,Query,QueryRow,Queryx,QueryRowx}", "(*" + sqlx + "Stmt).{Get,Select,MustExec,Queryx,QueryRowx}", sqlx + "{Get,Select,NamedExec,NamedQuery,MustExec,LoadFile,Connect}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"(*" + sqlx + "Tx).Stmtx"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical, Never: true, Note: "prepares only where the connection has not the statement yet"},
			{Fn: []string{"(*" + sqlx + "Tx).NamedQuery", "(" + sqlx + "Queryer).{Query,Queryx,QueryRowx}", "(" + sqlx + "Execer).Exec", sqlx + "MustConnect", "(*" + sqlx + "Tx).NamedStmt"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{"(*" + sqlx + "DB).Beginx"}, Kind: WaitNet, Twin: "(*" + sqlx + "DB).BeginTxx", Fix: FixAdapt, Form: "$recv.BeginTxx($ctx, nil)", How: "use BeginTxx(ctx, nil)"},
			{Fn: []string{"(*" + sqlx + "DB).MustBegin"}, Kind: WaitNet, Twin: "(*" + sqlx + "DB).BeginTxx", Fix: FixAdapt, How: "use BeginTxx(ctx, nil)"},
			{Fn: []string{"(*" + sqlx + "DB).{GetContext,SelectContext,QueryxContext,QueryRowxContext,NamedExecContext,NamedQueryContext,MustExecContext,PreparexContext,PrepareNamedContext,BeginTxx,MustBeginTx,Connx}",
				"(*" + sqlx + "Tx).{GetContext,SelectContext,QueryxContext,QueryRowxContext,NamedExecContext,MustExecContext,PreparexContext,PrepareNamedContext,StmtxContext,NamedStmtContext}",
				"(*" + sqlx + "NamedStmt).{GetContext,SelectContext,ExecContext,MustExecContext,QueryContext,QueryRowContext,QueryxContext,QueryRowxContext}", "(*" + sqlx + "Stmt).{GetContext,SelectContext,MustExecContext,QueryxContext,QueryRowxContext}",
				"(*" + sqlx + "Conn).{GetContext,SelectContext,QueryxContext,QueryRowxContext,PreparexContext,BeginTxx}", sqlx + "{GetContext,SelectContext,NamedExecContext,NamedQueryContext,MustExecContext,LoadFileContext,ConnectContext}",
				"(" + sqlx + "QueryerContext).{QueryContext,QueryxContext,QueryRowxContext}", "(" + sqlx + "ExecerContext).ExecContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{sqlx + "{Open,MustOpen,NewDb}"}, Never: true},
			{Fn: []string{"(*" + sqlx + "Row{,s}).{StructScan,MapScan,SliceScan}", "(*" + sqlx + "Row).Scan", sqlx + "StructScan"}, Never: true},

			// gorm
			{Fn: []string{gorm + "{Create,CreateInBatches,Save,First,Take,Last,Find,FindInBatches,FirstOrInit,FirstOrCreate,Update,Updates,UpdateColumn,UpdateColumns,Delete,Count,Pluck,Scan,Row,Rows,Exec,Begin,Transaction,AutoMigrate,Connection}"},
				Kind: WaitNet, Ctx: gormCtx, Obeys: Yes, Twin: gorm + "WithContext", Fix: FixMechanical, How: chain},
			{Fn: []string{gorm + "{Commit,Rollback,SavePoint,RollbackTo,ScanRows}"}, Kind: WaitNet, Never: true, Ctx: gormCtx, Obeys: Yes},
			{Fn: []string{gorm + "{WithContext,Session}"}, Builder: true},
			{Fn: []string{gorm + "{Where,Model,Table,Joins,InnerJoins,Order,Limit,Offset,Group,Having,Preload,Select,Omit,Distinct,Or,Not,Unscoped,Clauses,Scopes,Raw,Attrs,Assign,Debug,Set,Get,InstanceSet,InstanceGet,Association,Migrator,Use,DB,ToSQL,AddError}"}, Builder: true},
			{Fn: []string{ifs + "ExecInterface).{First,Take,Last,Find,FindInBatches,Row,Rows,Scan}", ifs + "CreateInterface).{Create,CreateInBatches}", ifs + "ChainInterface).{Update,Updates,Delete,Count}", ifs + "Interface).Exec"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*gorm.io/gorm.Association).{Find,Append,Replace,Delete,Clear,Count}"}, Kind: WaitNet, Ctx: gormCtx, Obeys: Yes, Twin: gorm + "WithContext", Fix: FixMechanical, How: chain},
			{Fn: []string{"gorm.io/gorm.Open"}, Kind: WaitDial, Startup: true},

			// xorm
			{Fn: []string{xorm + "{Engine,Session}).{Get,Find,FindAndCount,Exist,Count,Sum,SumInt,Insert,InsertOne,Update,Delete,Exec,Query,QueryString,QueryInterface,Iterate,Rows}", xorm + "Session).{Begin,Commit,Ping,InsertMulti}", xorm + "Engine).{Sync,Sync2,DBMetas,Import,ImportFile}"},
				Kind: WaitNet, Ctx: xormCtx, Obeys: Yes, Twin: xorm + "Engine).Context", Fix: FixAdapt, How: "put Context(ctx) into the chain"},
			{Fn: []string{xorm + "Engine).Ping"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},

			// go-pg
			{Fn: []string{gopg + "baseDB).{Exec,ExecOne,Query,QueryOne}", gopg + "Tx).{Exec,ExecOne,Query,QueryOne,Commit,Rollback}", gopg + "Stmt).{Exec,ExecOne,Query,QueryOne}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{gopg + "baseDB).{Begin,BeginContext,RunInTransaction,Ping}", gopg + "baseDB).{ExecContext,ExecOneContext,QueryContext,QueryOneContext}", gopg + "Tx).{ExecContext,ExecOneContext,QueryContext,QueryOneContext,CommitContext,RollbackContext}"}, Kind: WaitNet, Never: true},
			{Fn: []string{gopg + "baseDB).Model", gopg + "Tx).Model"}, Builder: true, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"(*github.com/go-pg/pg/v10/orm.Query).{Select,SelectAndCount,Insert,Update,UpdateNotZero,Delete,ForceDelete,Count,CountEstimate,Exists,First,Last,SelectOrInsert,Exec,ExecOne,Query,QueryOne,ForEach}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: gopg + "baseDB).ModelContext"}, Obeys: Yes, Fix: FixAdapt, How: "begin the chain with ModelContext(ctx, …)"},

			// bun
			{Fn: []string{"(*" + bun + "DB).{Exec,Query,QueryRow,Prepare}", "(" + bun + "Tx).{Exec,Query,QueryRow}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"(" + bun + "Tx).{Commit,Rollback}"}, Kind: WaitNet, Never: true, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + bun + "DB).BeginTx"}, Obeys: Yes},
			{Fn: []string{"(*" + bun + "DB).Begin"}, Kind: WaitNet, Twin: "(*" + bun + "DB).BeginTx", Fix: FixAdapt, Form: "$recv.BeginTx($ctx, nil)", How: "use BeginTx(ctx, nil)"},
			{Fn: []string{"(*" + bun + "DB).{ExecContext,QueryContext,QueryRowContext,PrepareContext,BeginTx,RunInTx,ResetModel}", "(" + bun + "Tx).{ExecContext,QueryContext,QueryRowContext,BeginTx,RunInTx}", "(" + bun + "IConn).{ExecContext,QueryContext,QueryRowContext}", "(" + bun + "IDB).{BeginTx,RunInTx}",
				"(*" + bun + "{SelectQuery,InsertQuery,UpdateQuery,DeleteQuery,RawQuery,MergeQuery,CreateTableQuery,DropTableQuery}).Exec", "(*" + bun + "{SelectQuery,InsertQuery,UpdateQuery,DeleteQuery,RawQuery}).Scan", "(*" + bun + "SelectQuery).{Count,ScanAndCount,Exists,Rows}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
		},
		Effects: []Effect{
			sqlText(0, EffectUnknown, "(*"+sqlx+"{DB,Tx}).{MustExec,NamedExec}", "(*"+bun+"DB).Exec", "("+bun+"Tx).Exec"),
			sqlText(1, EffectUnknown, "(*"+sqlx+"{DB,Tx}).{MustExecContext,NamedExecContext}", "("+sqlx+"ExecerContext).ExecContext", "(*"+bun+"DB).ExecContext", "("+bun+"Tx).ExecContext", "("+bun+"IConn).ExecContext", sqlx+"{NamedExec,MustExec}"),
			sqlText(2, EffectUnknown, sqlx+"{NamedExecContext,MustExecContext}"),
			sqlText(0, EffectUnknown, "("+sqlx+"Execer).Exec"),
			sqlText(0, EffectRead, "(*"+sqlx+"{DB,Tx}).{Queryx,QueryRowx,NamedQuery}", "("+sqlx+"Queryer).{Query,Queryx,QueryRowx}", "(*"+bun+"DB).{Query,QueryRow}", "("+bun+"Tx).{Query,QueryRow}"),
			sqlText(1, EffectRead, "(*"+sqlx+"{DB,Tx}).{Get,Select,QueryxContext,QueryRowxContext}", "(*"+sqlx+"DB).NamedQueryContext", "("+sqlx+"QueryerContext).{QueryContext,QueryxContext,QueryRowxContext}", "(*"+sqlx+"Conn).{QueryxContext,QueryRowxContext}",
				"(*"+bun+"DB).{QueryContext,QueryRowContext}", "("+bun+"Tx).{QueryContext,QueryRowContext}", "("+bun+"IConn).{QueryContext,QueryRowContext}", sqlx+"NamedQuery"),
			sqlText(2, EffectRead, "(*"+sqlx+"{DB,Tx,Conn}).{GetContext,SelectContext}", sqlx+"{Get,Select,NamedQueryContext}"),
			sqlText(3, EffectRead, sqlx+"{GetContext,SelectContext}"),
			{Fn: []string{"(*" + sqlx + "NamedStmt).{Exec,MustExec,ExecContext,MustExecContext}", "(*" + sqlx + "Stmt).{MustExec,MustExecContext}"}, Kind: EffectUnknown, What: "runs the statement"},
			{Fn: []string{"(*" + sqlx + "DB).{Preparex,PreparexContext,PrepareNamed,PrepareNamedContext,Beginx,MustBegin,BeginTxx,MustBeginTx}", "(*" + sqlx + "Tx).{Preparex,PreparexContext,PrepareNamed,PrepareNamedContext,Stmtx,StmtxContext,NamedStmt,NamedStmtContext}", sqlx + "{Connect,ConnectContext,Open}"}, Kind: EffectRead},

			{Fn: []string{gorm + "{Create,CreateInBatches}", ifs + "CreateInterface).{Create,CreateInBatches}"}, Kind: EffectWrite, What: "inserts the row", Key: []string{"OnConflict"}, Unless: nil, Safe: "Clauses(clause.OnConflict{…}) in the chain, or a primary key of the caller's",
				Note: "After a failed Create the struct may already hold an ID."},
			{Fn: []string{gorm + "Save"}, Kind: EffectIdempotent, What: "saves the row", Note: "Inserts if the primary key is not set."},
			{Fn: []string{gorm + "FirstOrCreate"}, Kind: EffectConditional, What: "inserts the row unless it finds one", Safe: "a unique index"},
			{Fn: []string{gorm + "{Update,Updates,UpdateColumn,UpdateColumns}", ifs + "ChainInterface).{Update,Updates}"}, Kind: EffectIdempotent, What: "updates the rows", Unless: []string{"gorm.io/gorm.Expr", "gorm.io/gorm/clause.Expr"}, Safe: "absolute values, or a condition on the old state"},
			{Fn: []string{gorm + "Delete", ifs + "ChainInterface).Delete"}, Kind: EffectIdempotent, What: "deletes the rows"},
			{Fn: []string{gorm + "{First,Take,Last,Find,FindInBatches,FirstOrInit,Count,Pluck,Begin}", ifs + "ExecInterface).{First,Take,Last,Find,FindInBatches,Row,Rows}", ifs + "ChainInterface).Count"}, Kind: EffectRead},
			{Fn: []string{gorm + "{Scan,Row,Rows}"}, Kind: EffectUnknown, Note: "by the text of Raw"},
			sqlText(0, EffectUnknown, gorm+"{Exec,Raw}"),
			sqlText(1, EffectUnknown, ifs+"Interface).Exec"),
			{Fn: []string{gorm + "AutoMigrate"}, Kind: EffectIdempotent, What: "migrates the schema"},
			{Fn: []string{gorm + "Commit", "(" + bun + "Tx).Commit"}, Kind: EffectWrite, What: "commits the transaction", Safe: "retrying the whole transaction"},
			{Fn: []string{gorm + "{Rollback,SavePoint,RollbackTo}", "(" + bun + "Tx).Rollback"}, Kind: EffectRead},
			{Fn: []string{"(*gorm.io/gorm.Association).{Replace,Delete,Clear,Append}"}, Kind: EffectIdempotent},
			{Fn: []string{"(*gorm.io/gorm.Association).{Find,Count}"}, Kind: EffectRead},

			{Fn: []string{xorm + "{Engine,Session}).{Insert,InsertOne}", xorm + "Session).InsertMulti"}, Kind: EffectWrite, What: "inserts the row", Safe: "a primary key of the caller's"},
			{Fn: []string{xorm + "{Engine,Session}).{Get,Find,FindAndCount,Exist,Count,Sum,SumInt,Iterate,Rows}"}, Kind: EffectRead},
			{Fn: []string{xorm + "{Engine,Session}).{Update,Delete}"}, Kind: EffectIdempotent},
			{Fn: []string{xorm + "{Engine,Session}).{Exec,Query,QueryString,QueryInterface}"}, Kind: EffectSQL, What: "runs the statement"},

			sqlText(0, EffectUnknown, gopg+"{baseDB,Tx}).{Exec,ExecOne}"),
			sqlText(1, EffectUnknown, gopg+"{baseDB,Tx}).{ExecContext,ExecOneContext,Query,QueryOne}"),
			sqlText(2, EffectUnknown, gopg+"{baseDB,Tx}).{QueryContext,QueryOneContext}"),
			{Fn: []string{"(*github.com/go-pg/pg/v10/orm.Query).Insert"}, Kind: EffectWrite, What: "inserts the row", Key: []string{"OnConflict"}, Safe: "OnConflict in the chain"},
			{Fn: []string{"(*github.com/go-pg/pg/v10/orm.Query).SelectOrInsert"}, Kind: EffectConditional, What: "inserts the row unless it finds one"},
			{Fn: []string{"(*github.com/go-pg/pg/v10/orm.Query).{Update,UpdateNotZero,Delete,ForceDelete}"}, Kind: EffectUnknown, What: "changes the rows"},
			{Fn: []string{"(*github.com/go-pg/pg/v10/orm.Query).{Select,SelectAndCount,Count,CountEstimate,Exists,First,Last,ForEach}"}, Kind: EffectRead},
			{Fn: []string{"(*" + bun + "InsertQuery).{Exec,Scan}"}, Kind: EffectWrite, What: "inserts the row", Key: []string{"On", "Ignore", "Replace"}, Safe: "On(\"CONFLICT …\") in the chain"},
			{Fn: []string{"(*" + bun + "{UpdateQuery,RawQuery,MergeQuery}).Exec", "(*" + bun + "{UpdateQuery,RawQuery,DeleteQuery}).Scan"}, Kind: EffectUnknown, What: "changes the rows"},
			{Fn: []string{"(*" + bun + "DeleteQuery).Exec", "(*" + bun + "{CreateTableQuery,DropTableQuery}).Exec"}, Kind: EffectIdempotent},
			{Fn: []string{"(*" + bun + "SelectQuery).{Exec,Scan,Count,ScanAndCount,Exists,Rows}"}, Kind: EffectRead},
			{Fn: []string{"(*" + bun + "DB).{Begin,BeginTx,Prepare,PrepareContext}"}, Kind: EffectRead},
		},
		CtxOps: []CtxOp{
			{Fn: []string{gorm + "WithContext"}, Kind: CtxOpCarry, Copies: true},
			{Fn: []string{xorm + "Engine).Context", xorm + "Session).Context", gopg + "DB).WithContext", gopg + "{baseDB,Tx}).ModelContext"}, Kind: CtxOpCarry},
		},
		Settings: []Setting{
			{Field: []string{"gorm.io/gorm.Session.Context"}, Knob: KnobCtx},
			{Fn: []string{gorm + "WithContext"}, Knob: KnobCtx},
			{Field: []string{"github.com/go-pg/pg/v10.Options.{ReadTimeout,WriteTimeout}"}, Knob: KnobOp, Zero: ZeroNone},
			{Field: []string{"github.com/go-pg/pg/v10.Options.DialTimeout"}, Knob: KnobConnect, Default: 5 * sec},
			{Field: []string{"github.com/go-pg/pg/v10.Options.PoolTimeout"}, Knob: KnobPoolWait, Default: 30 * sec},
			{Field: []string{"github.com/go-pg/pg/v10.Options.MaxRetries"}, Knob: KnobRetries, Zero: ZeroOff},
		},
		Runners: []Runner{
			{Fn: []string{gorm + "Connection"}, Op: 0, PassCtx: No},
			{Fn: []string{gorm + "FindInBatches"}, Op: 2, PassCtx: No},
		},
	}
}
