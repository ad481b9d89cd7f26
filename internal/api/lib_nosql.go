package api

// libNoSQL is Cassandra, ClickHouse, Elasticsearch, InfluxDB, etcd.
func libNoSQL() Rows {
	const (
		cql    = "(*github.com/gocql/gocql."
		ch     = "(github.com/ClickHouse/clickhouse-go/v2/lib/driver."
		esapi  = "github.com/elastic/go-elasticsearch/{v7,v8}/esapi."
		verbs  = "{Index,Search,Bulk,Get,Update,Delete,Create,Count,DeleteByQuery,UpdateByQuery,Scroll,Msearch,Mget,Exists,Reindex,Ping,Info}"
		oliv   = "github.com/olivere/elastic/v7."
		influx = "(github.com/influxdata/influxdb-client-go/v2/api."
		etcd   = "go.etcd.io/etcd/client/v3"
	)
	cqlCtx := CtxIn{Kind: CtxReceiver, Key: cql + "Query).WithContext"}
	return Rows{
		Calls: []Call{
			{Fn: []string{cql + "Query).{Exec,Scan,Iter,MapScan,ScanCAS,MapScanCAS}"}, Kind: WaitNet, Ctx: cqlCtx, Obeys: Yes, Bound: 11 * sec, Twin: cql + "Query).WithContext", Fix: FixMechanical, How: "put WithContext(ctx) before it"},
			{Fn: []string{cql + "Session).{ExecuteBatch,ExecuteBatchCAS,MapExecuteBatchCAS}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: cql + "Batch).WithContext"}, Obeys: Yes, Bound: 11 * sec, Twin: cql + "Batch).WithContext", Fix: FixAdapt, How: "give the batch the context with WithContext"},
			{Fn: []string{cql + "ClusterConfig).CreateSession", "github.com/gocql/gocql.NewSession"}, Kind: WaitDial, Fix: FixNone, Startup: true},
			{Fn: []string{cql + "Iter).{Scan,MapScan,SliceMap,Close,NumRows}", "(github.com/gocql/gocql.Scanner).{Next,Scan,Err}"}, Never: true},
			{Fn: []string{cql + "Session).Query", cql + "Query).{WithContext,Bind,Consistency,Idempotent,PageSize,RetryPolicy}"}, Builder: true},
			{Fn: []string{ch + "Conn).{Exec,Query,QueryRow,Select,PrepareBatch,AsyncInsert,Ping}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{ch + "Batch).{Send,Append,AppendStruct,Flush,Abort}"}, Kind: WaitNet, Never: true, Note: "bounded by PrepareBatch's context"},
			// esapi.Index and its like are types of functions, held by fields.
			{Fn: []string{esapi + verbs}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxOption, Key: "(" + esapi + verbs + ").WithContext"}, Obeys: Yes, Fix: FixAdapt, How: "add the option WithContext(ctx)"},
			{Fn: []string{"(" + esapi + "{IndexRequest,SearchRequest,BulkRequest,GetRequest,UpdateRequest,DeleteRequest,CreateRequest,CountRequest,DeleteByQueryRequest,UpdateByQueryRequest}).Do", "(~github.com/elastic/go-elasticsearch/v8/typedapi/**.*).{Do,Perform}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + oliv + "*Service).Do", "(*" + oliv + "Client).PerformRequest", "(*" + oliv + "BulkProcessor).Start"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{influx + "WriteAPI).Flush"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{influx + "WriteAPI).{WritePoint,WriteRecord}"}, Never: true, Note: "asynchronous"},
			{Fn: []string{influx + "WriteAPIBlocking).{WritePoint,WriteRecord,Flush}", influx + "QueryAPI).{Query,QueryRaw,QueryWithParams}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(" + etcd + ".KV).{Put,Get,Delete,Compact,Do}", "(" + etcd + ".Lease).{Grant,Revoke,TimeToLive,KeepAliveOnce,Leases}", "(" + etcd + ".Maintenance).{Status,Defragment,AlarmList}", "(" + etcd + ".Cluster).{MemberList,MemberAdd,MemberRemove}", "(*" + etcd + "/concurrency.Mutex).{Lock,TryLock,Unlock}", "(*" + etcd + "/concurrency.Election).{Campaign,Resign,Leader,Proclaim}"},
				Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "Without a deadline it hangs while no endpoint is up."},
			{Fn: []string{"(" + etcd + ".Txn).Commit"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(" + etcd + ".KV).Txn"}, Obeys: Yes},
			{Fn: []string{"(" + etcd + ".KV).Txn", "(" + etcd + ".Txn).{If,Then,Else}"}, Builder: true},
			{Fn: []string{"(" + etcd + ".Watcher).Watch", "(" + etcd + ".Lease).KeepAlive"}, Never: true, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + etcd + ".Client).Close", "(*" + etcd + "/concurrency.Session).{Close,Orphan}"}, Unblocks: true},
			{Fn: []string{etcd + ".{New,NewFromURL}"}, Never: true, Note: "Waits only with DialTimeout and grpc.WithBlock."},
			{Fn: []string{etcd + "/concurrency.NewSession"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxOption, Key: etcd + "/concurrency.WithContext"}, Obeys: Yes},
		},
		Effects: []Effect{
			{Fn: []string{cql + "Session).Query"}, Kind: EffectSQL, Lang: LangCQL, What: "runs the statement", Note: "sent by Exec, Scan or Iter"},
			{Fn: []string{cql + "Query).Exec"}, Kind: EffectUnknown, What: "runs the statement", Note: "by the text given to Session.Query"},
			{Fn: []string{cql + "Query).{Scan,Iter,MapScan}"}, Kind: EffectUnknown},
			{Fn: []string{cql + "Query).{ScanCAS,MapScanCAS}", cql + "Session).{ExecuteBatchCAS,MapExecuteBatchCAS}"}, Kind: EffectConditional, What: "writes on a condition", Safe: "a lost answer reads as not applied"},
			{Fn: []string{cql + "Session).ExecuteBatch"}, Kind: EffectUnknown, What: "runs the batch"},
			{Fn: []string{ch + "Conn).Exec"}, Kind: EffectSQL, SQL: 1, Default: EffectUnknown, What: "runs the statement"},
			{Fn: []string{ch + "Conn).AsyncInsert", ch + "Batch).{Send,Flush}"}, Kind: EffectWrite, What: "inserts the rows", Key: []string{"insert_deduplication_token"}, Safe: "the same block and an insert_deduplication_token"},
			{Fn: []string{ch + "Conn).{Query,QueryRow,Select,PrepareBatch,Ping}"}, Kind: EffectRead},
			{Fn: []string{esapi + "Index"}, Kind: EffectUnknown, What: "indexes the document", Key: []string{"WithDocumentID", "DocumentID"}, Safe: "a document ID of the caller's", Note: "without one, each call makes another document"},
			{Fn: []string{esapi + "{Bulk,Update,UpdateByQuery,Reindex}"}, Kind: EffectUnknown, What: "changes documents"},
			{Fn: []string{esapi + "Create"}, Kind: EffectConditional, What: "creates the document"},
			{Fn: []string{esapi + "{Delete,DeleteByQuery}"}, Kind: EffectIdempotent},
			{Fn: []string{esapi + "{Search,Get,Count,Scroll,Msearch,Mget,Exists,Ping,Info}"}, Kind: EffectRead},
			{Fn: []string{"(*" + oliv + "{SearchService,GetService,CountService,ExistsService,MgetService,MultiSearchService,PingService}).Do"}, Kind: EffectRead},
			{Fn: []string{"(*" + oliv + "IndexService).Do"}, Kind: EffectUnknown, What: "indexes the document", Key: []string{"Id"}},
			{Fn: []string{"(*" + oliv + "{DeleteService,DeleteByQueryService}).Do"}, Kind: EffectIdempotent},
			{Fn: []string{influx + "WriteAPIBlocking).{WritePoint,WriteRecord}", influx + "WriteAPI).{WritePoint,WriteRecord}"}, Kind: EffectIdempotent, What: "writes the points", Note: "the same point overwrites itself"},
			{Fn: []string{"(" + etcd + ".KV).{Put,Delete,Compact}", "(" + etcd + ".Lease).{Revoke,KeepAliveOnce,KeepAlive}", "(*" + etcd + "/concurrency.Mutex).{Lock,TryLock,Unlock}"}, Kind: EffectIdempotent, Note: "each Put still makes a revision"},
			{Fn: []string{"(" + etcd + ".Txn).Commit"}, Kind: EffectConditional, What: "runs the transaction"},
			{Fn: []string{"(" + etcd + ".Lease).Grant"}, Kind: EffectIdempotent, What: "grants a lease", Safe: "its time to live cleans it up"},
			{Fn: []string{"(" + etcd + ".KV).Get", "(" + etcd + ".Lease).{TimeToLive,Leases}", "(" + etcd + ".Watcher).Watch", "(" + etcd + ".Maintenance).{Status,AlarmList}", "(" + etcd + ".Cluster).MemberList"}, Kind: EffectRead},
		},
		CtxOps: []CtxOp{
			{Fn: []string{cql + "{Query,Batch}).WithContext"}, Kind: CtxOpCarry, Copies: true},
			{Fn: []string{"(" + etcd + ".KV).Txn", ch + "Conn).PrepareBatch"}, Kind: CtxOpCarry},
		},
		Settings: []Setting{
			{Field: []string{"github.com/gocql/gocql.ClusterConfig.Timeout"}, Knob: KnobAttempt, Default: 11 * sec},
			{Field: []string{"github.com/gocql/gocql.ClusterConfig.ConnectTimeout"}, Knob: KnobConnect, Default: 11 * sec},
			{Field: []string{"github.com/gocql/gocql.{SimpleRetryPolicy,ExponentialBackoffRetryPolicy}.NumRetries"}, Knob: KnobRetries},
			{Field: []string{"github.com/gocql/gocql.ClusterConfig.RetryPolicy"}, Knob: KnobPolicy, Note: "retries all statements, idempotent or not"},
			{Field: []string{"github.com/ClickHouse/clickhouse-go/v2.Options.ReadTimeout"}, Knob: KnobOp, Default: 300 * sec},
			{Field: []string{"github.com/ClickHouse/clickhouse-go/v2.Options.DialTimeout"}, Knob: KnobConnect, Default: 30 * sec},
			{Field: []string{etcd + ".Config.DialTimeout"}, Knob: KnobConnect, Zero: ZeroNone},
			{Fn: []string{oliv + "SetRetrier"}, Knob: KnobPolicy},
		},
		Makers: []Maker{
			{Fn: []string{etcd + ".{New,NewFromURL}"}, Trait: TraitRetrying, Attempts: 100, Effects: No, Note: "reads on Unavailable; writes only when nothing was sent"},
			{Fn: []string{"github.com/influxdata/influxdb-client-go/v2.{NewClient,NewClientWithOptions}"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "only the asynchronous WriteAPI, six attempts"},
		},
	}
}
