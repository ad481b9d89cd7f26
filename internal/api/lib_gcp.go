package api

// libGCP is Google's clients. All take contexts, but for the REST calls of
// google.golang.org/api, onto which one is put.
func libGCP() Rows {
	const (
		gcs    = "(*cloud.google.com/go/storage."
		bq     = "(*cloud.google.com/go/bigquery."
		fs     = "(*cloud.google.com/go/firestore."
		ds     = "(*cloud.google.com/go/datastore."
		sp     = "(*cloud.google.com/go/spanner."
		ps1    = "(*cloud.google.com/go/pubsub."
		ps2    = "(*cloud.google.com/go/pubsub/v2."
		gax    = "github.com/googleapis/gax-go/v2."
		rest   = "(*google.golang.org/api/**.*Call)."
		safeIf = "If(Conditions{DoesNotExist: true}) or a generation, which also switches the library's own retries on"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{gax + "Invoke"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Backoff: Backoff{Initial: sec, Factor: 2, Max: 30 * sec, Jitter: Yes, Known: true}, Stop: Yes, PassCtx: Yes, On: OnTransient,
				Note: "No count of attempts: ends by the context, or by WithTimeout, which counts only if the context has no deadline. Retries only with a Retryer."},
			{Fn: []string{gcs + "BucketHandle).{Attrs,Create,Delete,Update}", gcs + "ObjectHandle).{Attrs,Delete,Update}", gcs + "Copier).Run", gcs + "Composer).Run"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: AttemptsUnbounded,
				Backoff: Backoff{Initial: sec, Factor: 2, Max: 30 * sec, Jitter: Yes, Known: true}, Stop: Yes, On: OnTransient, Effects: No, Note: "Only what is idempotent, by its conditions, unless WithPolicy(RetryAlways)."},
			{Fn: []string{bq + "Query).{Run,Read}", bq + "Job).{Wait,Read,Status}"}, Kind: OpSelf, Policy: -1, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, On: OnTransient, Effects: No},
		},
		Calls: []Call{
			{Fn: []string{gcs + "BucketHandle).{Attrs,Create,Delete,Update}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{gcs + "ObjectHandle).{Attrs,Delete,Update,NewReader,NewRangeReader}", gcs + "{Copier,Composer}).Run"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{gcs + "ObjectHandle).NewWriter"}, Builder: true, Note: "Its context must outlive the writer; ending it is how a write is given up."},
			{Fn: []string{gcs + "Writer).{Write,Close}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: gcs + "ObjectHandle).NewWriter"}, Obeys: Yes, Never: true},
			{Fn: []string{gcs + "Reader).Read"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: gcs + "ObjectHandle).NewReader"}, Obeys: Yes, Never: true},
			{Fn: []string{gcs + "{ObjectIterator,BucketIterator}).Next", bq + "RowIterator).Next", fs + "DocumentIterator).{Next,GetAll}", ds + "Iterator).Next", sp + "RowIterator).{Next,Do}"}, Kind: WaitNet, Never: true, Ctx: CtxIn{Kind: CtxReceiver}, Obeys: Yes},
			{Fn: []string{bq + "Query).{Run,Read}", bq + "Job).{Wait,Read,Status,Cancel}", bq + "Inserter).Put", bq + "Loader).Run", bq + "{Table,Dataset}).{Create,Delete,Metadata,Update}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{fs + "DocumentRef).{Get,Create,Set,Update,Delete}", fs + "CollectionRef).Add", fs + "WriteBatch).Commit", fs + "Client).{GetAll,RunTransaction}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{ds + "Client).{Get,GetMulti,Put,PutMulti,Delete,DeleteMulti,Mutate,Count,GetAll,RunInTransaction,AllocateIDs}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{sp + "Client).{Apply,ReadWriteTransaction,ReadWriteTransactionWithOptions,PartitionedUpdate}", sp + "ReadWriteTransaction).{Update,BatchUpdate}", sp + "txReadOnly).{Query,Read,ReadRow,ReadUsingIndex,QueryWithOptions,QueryWithStats}"}, Kind: WaitNet, Never: true, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{ps1 + "Topic).Publish", ps2 + "Publisher).Publish"}, Never: true, Ctx: ctxArg(0), Note: "Asynchronous: the context does not end the sending. Get on the result waits."},
			{Fn: []string{"(*cloud.google.com/go/internal/pubsub.PublishResult).Get"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{ps1 + "Topic).Stop", ps2 + "Publisher).Stop", ps1 + "Topic).Flush", ps2 + "Publisher).Flush"}, Kind: WaitNet, Unblocks: true, Note: "Waits for all messages to be sent."},
			{Fn: []string{ps1 + "Topic).{Exists,Delete,Config}", ps1 + "Client).{CreateTopic,CreateSubscription}", ps1 + "Subscription).{Exists,Delete,Config,Update}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{rest + "Do"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*google.golang.org/api/storage/v1.ObjectsInsertCall).Context"}, Obeys: Yes, Fix: FixAdapt, How: "put Context(ctx) before Do", Note: "Without it no context at all."},
			{Fn: []string{rest + "Pages"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{rest + "{Context,Fields,Header,IfNoneMatch,PageToken,PageSize,Q}"}, Builder: true},
			{Fn: []string{gax + "Invoke"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"cloud.google.com/go/{storage,bigquery,firestore,datastore,spanner,pubsub}.NewClient", "cloud.google.com/go/pubsub/v2.NewClient"}, Never: true, Ctx: ctxArg(0), Obeys: Yes},
		},
		Effects: []Effect{
			{Fn: []string{ps1 + "Topic).Publish", ps2 + "Publisher).Publish"}, Kind: EffectWrite, What: "publishes the message", Safe: "a consumer that drops repeats (exactly-once delivery does not cover a second Publish)"},
			{Fn: []string{"(*cloud.google.com/go/internal/pubsub.PublishResult).{Get,Ready}", "(*cloud.google.com/go/internal/pubsub.Message).{AckWithResult,NackWithResult}"}, Kind: EffectIdempotent},
			{Fn: []string{"(*cloud.google.com/go/internal/pubsub.Message).Ack"}, Kind: EffectIdempotent, Settle: SettleDone},
			{Fn: []string{"(*cloud.google.com/go/internal/pubsub.Message).Nack"}, Kind: EffectIdempotent, Settle: SettleBack},
			{Fn: []string{gcs + "Writer).Close"}, Kind: EffectConditional, What: "writes the object", Key: []string{"If"}, Safe: safeIf},
			{Fn: []string{gcs + "ObjectHandle).{Delete,Update}"}, Kind: EffectIdempotent, What: "changes the object", Safe: safeIf},
			{Fn: []string{gcs + "{Copier,Composer}).Run"}, Kind: EffectIdempotent},
			{Fn: []string{gcs + "BucketHandle).{Attrs}", gcs + "ObjectHandle).{Attrs,NewReader,NewRangeReader,NewWriter}", gcs + "{ObjectIterator,BucketIterator}).Next"}, Kind: EffectRead},
			{Fn: []string{gcs + "BucketHandle).Create"}, Kind: EffectConditional, What: "creates the bucket"},
			{Fn: []string{bq + "Inserter).Put"}, Kind: EffectConditional, What: "inserts the rows", Key: []string{"InsertID"}, Safe: "an InsertID of the caller's (the library's is new for each Put)"},
			{Fn: []string{bq + "Query).Run"}, Kind: EffectUnknown, What: "runs the query", Key: []string{"JobID"}},
			{Fn: []string{bq + "Query).Read", bq + "Job).{Wait,Read,Status}", bq + "{Table,Dataset}).Metadata"}, Kind: EffectRead},
			{Fn: []string{fs + "CollectionRef).Add"}, Kind: EffectWrite, What: "adds a document", Safe: "Doc(id).Create with an ID of the caller's"},
			{Fn: []string{fs + "DocumentRef).Create"}, Kind: EffectConditional, What: "creates the document", Safe: "AlreadyExists means done"},
			{Fn: []string{fs + "DocumentRef).{Set,Update,Delete}"}, Kind: EffectIdempotent, What: "changes the document", Unless: []string{"cloud.google.com/go/firestore.{Increment,FieldTransformIncrement}"}},
			{Fn: []string{fs + "DocumentRef).Get", fs + "Client).GetAll", fs + "DocumentIterator).{Next,GetAll}"}, Kind: EffectRead},
			{Fn: []string{fs + "WriteBatch).Commit"}, Kind: EffectUnknown, What: "commits the batch"},
			{Fn: []string{ds + "Client).{Put,PutMulti}"}, Kind: EffectIdempotent, What: "puts the entity", Unless: []string{"cloud.google.com/go/datastore.IncompleteKey"}, Safe: "a complete key"},
			{Fn: []string{ds + "Client).{Delete,DeleteMulti}"}, Kind: EffectIdempotent},
			{Fn: []string{ds + "Client).{Get,GetMulti,Count,GetAll}", ds + "Iterator).Next"}, Kind: EffectRead},
			{Fn: []string{sp + "Client).Apply"}, Kind: EffectConditional, What: "applies the mutations", Unless: []string{"cloud.google.com/go/spanner.ApplyAtLeastOnce"}},
			{Fn: []string{sp + "ReadWriteTransaction).{BufferWrite,Update,BatchUpdate}"}, Kind: EffectUnknown},
		},
		CtxOps: []CtxOp{
			{Fn: []string{rest + "Context", gcs + "ObjectHandle).{NewWriter,NewReader}"}, Kind: CtxOpCarry},
		},
		Settings: []Setting{
			{Fn: []string{gax + "WithTimeout"}, Knob: KnobWhole, Note: "only if the context has no deadline"},
			{Fn: []string{gax + "WithRetry"}, Knob: KnobPolicy},
			{Field: []string{gax + "Backoff.Initial"}, Knob: KnobDelay, Default: sec, Zero: ZeroDefault},
			{Field: []string{gax + "Backoff.Max"}, Knob: KnobMaxDelay, Default: 30 * sec, Zero: ZeroDefault},
			{Field: []string{gax + "Backoff.Multiplier"}, Knob: KnobFactor, Zero: ZeroDefault},
			{Fn: []string{"cloud.google.com/go/storage.WithMaxRetryDuration"}, Knob: KnobTotal},
			{Fn: []string{"cloud.google.com/go/storage.WithMaxAttempts"}, Knob: KnobAttempts},
			{Fn: []string{"cloud.google.com/go/storage.WithPolicy"}, Knob: KnobReplay, Note: "RetryAlways repeats everything, RetryNever nothing"},
			{Fn: []string{"cloud.google.com/go/storage.WithBackoff"}, Knob: KnobBackoff},
			{Field: []string{"cloud.google.com/go/pubsub.PublishSettings.Timeout", "cloud.google.com/go/pubsub/v2.PublishSettings.Timeout"}, Knob: KnobWhole, Default: 60 * sec},
		},
	}
}
