package api

// libRedis is go-redis in its majors, redigo, rueidis, redsync's other methods,
// redislock, and memcache.
func libRedis() Rows {
	const (
		v9   = "github.com/redis/go-redis/v9."
		v8   = "github.com/go-redis/redis/v8."
		v67  = "github.com/go-redis/redis{,/v7}."
		all  = "{github.com/redis/go-redis/v9,github.com/go-redis/redis,github.com/go-redis/redis/v7,github.com/go-redis/redis/v8}."
		clis = "{*Client,Ring,Conn}"
		// The commands are methods of cmdable, statefulCmdable and interfaces
		// such as StringCmdable, whatever client they are called on.
		cmds    = "*mdable"
		redigo  = "github.com/gomodule/redigo/redis."
		rueid   = "github.com/redis/rueidis."
		sync    = "(*github.com/go-redsync/redsync/v4.Mutex)."
		luaSafe = "let the script first check the id of the request, or repeat only after NOSCRIPT"
		lock    = "github.com/bsm/redislock."
		mc      = "(*github.com/bradfitz/gomemcache/memcache.Client)."
	)
	retries := Backoff{Initial: 8 * ms, Factor: 2, Max: 512 * ms, Jitter: Yes}
	const honoured = "ContextTimeoutEnabled"
	const pop = "give it a limit of some seconds, and ask again while the context lives"
	const note = "INCR, LPUSH and PUBLISH too: a read timeout, EOF or reset after the command was written is retried."
	command := func(kind EffectKind, names, what, safe string) Effect {
		return Effect{Fn: []string{"(~" + all + cmds + ").{" + names + "}"}, Kind: kind, What: what, Safe: safe}
	}
	return Rows{
		Drivers: []Driver{
			{Fn: []string{"(~{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}." + cmds + ").{Pipeline,TxPipeline}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 1},
			{Fn: []string{"(~{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}." + cmds + ").*", "(~{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}." + clis + ").{Do,Process}", "(*{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}.Pipeline).Exec", "({github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}.Pipeliner).Exec"},
				Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 4, Backoff: retries, Stop: Yes, On: OnTransient, Effects: Yes, Note: note},
		},
		Calls: []Call{
			{Fn: []string{"(~" + all + cmds + ").{Pipeline,TxPipeline}", "(~" + all + clis + ").{Pipeline,TxPipeline}"}, Builder: true},
			{Fn: []string{"(~" + v9 + cmds + ").{BLPop,BRPop,BLMPop,BZPopMax,BZPopMin,BZMPop}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, BoundArg: 2, Unheard: honoured, How: pop},
			{Fn: []string{"(~" + v9 + cmds + ").BRPopLPush"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, BoundArg: 4, Unheard: honoured, How: pop},
			{Fn: []string{"(~" + v9 + cmds + ").BLMove"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, BoundArg: 6, Unheard: honoured, How: pop},
			{Fn: []string{"(~" + v9 + cmds + ").{XRead,XReadGroup}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, BoundArg: 2, BoundIn: "Block", When: []string{">", "$"}, Unheard: honoured, How: pop, Note: "Waits only for entries that are new, by the ID > or $; a Block that is left out is 0."},
			{Fn: []string{"(~" + v9 + cmds + ").*", "(~" + v9 + clis + ").{Do,Process,Watch,Pipelined,TxPipelined}", "(*" + v9 + "Pipeline).Exec", "(" + v9 + "Pipeliner).{Exec,Do,Process}", "(" + v9 + "Scripter).*", "(*" + v9 + "Script).{Run,RunRO,Eval,EvalRO,EvalSha,EvalShaRO,Load,Exists}"},
				Kind: WaitNet, Ctx: ctxArg(0), Obeys: Maybe, Heard: honoured, Unheard: honoured, OffBy: "ReadTimeout", How: "leave ReadTimeout at its default, or set ContextTimeoutEnabled", Note: "Neither deadline nor end of the context reaches the socket unless Options.ContextTimeoutEnabled; even then only the deadline does."},
			{Fn: []string{"(~" + v8 + cmds + ").*", "(~" + v8 + clis + ").{Do,Process,Watch,Pipelined,TxPipelined}", "(*" + v8 + "Pipeline).Exec", "(" + v8 + "Pipeliner).{Exec,Do,Process}", "(*" + v8 + "Script).{Run,Eval,EvalSha,Load,Exists}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(~" + v67 + cmds + ").*", "(~" + v67 + clis + ").{Do,Process,Watch}", "(*" + v67 + "Pipeline).Exec", "(" + v67 + "Pipeliner).Exec"}, Kind: WaitNet, Fix: FixNone, Bound: 3 * sec,
				How: "use go-redis v9, whose commands take a context"},
			{Fn: []string{"(*" + v9 + "PubSub).{Receive,ReceiveMessage}", "(*" + v8 + "PubSub).{Receive,ReceiveMessage}"}, Kind: WaitRecv, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + v9 + "PubSub).ReceiveTimeout", "(*" + v8 + "PubSub).ReceiveTimeout"}, Kind: WaitRecv, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 2},
			{Fn: []string{"(*" + v9 + "PubSub).{Channel,ChannelSize,ChannelWithSubscriptions}", "(*" + v8 + "PubSub).{Channel,ChannelSize}"}, Builder: true, Open: 1, Note: "The wait is where the channel is received from."},
			{Fn: []string{"(~" + v9 + clis + ").{Subscribe,PSubscribe,SSubscribe}", "(~" + v8 + clis + ").{Subscribe,PSubscribe}"}, Never: true, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(~" + all + "{*Client,Ring,PubSub,Tx}).Close"}, Unblocks: true},

			{Fn: []string{"(" + redigo + "Conn).{Do,Flush,Receive}", "(*" + redigo + "Script).Do"}, Kind: WaitNet, Twin: redigo + "DoContext", Fix: FixAdapt, How: "use redis.DoContext(conn, ctx, …)"},
			{Fn: []string{redigo + "DoContext"}, Kind: WaitNet, Ctx: ctxArg(1), Obeys: Yes},
			{Fn: []string{redigo + "ReceiveContext"}, Kind: WaitNet, Ctx: ctxArg(1), Obeys: Yes},
			{Fn: []string{"(" + redigo + "ConnWithContext).{DoContext,ReceiveContext}", "(*" + redigo + "Script).DoContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{redigo + "{DoWithTimeout,ReceiveWithTimeout}"}, Kind: WaitNet, BoundArg: 2},
			{Fn: []string{"(*" + redigo + "Pool).Get"}, Kind: WaitPool, Twin: "$Context", Fix: FixAdapt, How: "use GetContext with the context", Never: true, Note: "Waits for a connection only with Pool.Wait, and dials with the pool's own limits."},
			{Fn: []string{"(*" + redigo + "Pool).GetContext"}, Kind: WaitPool, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{redigo + "Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{redigo + "DialURL"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{redigo + "{DialContext,DialURLContext}"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(" + redigo + "Conn).Close"}, Unblocks: true},
			{Fn: []string{"(" + rueid + "CommandClient).{Do,DoMulti}", "(" + rueid + "CoreClient).Receive", "(" + rueid + "Client).{DoCache,DoMultiCache,DoStream,DoMultiStream}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{sync + "{Lock,TryLock,Unlock,Extend,Valid}"}, Kind: WaitLock, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{sync + "{LockContext,TryLockContext,UnlockContext,ExtendContext,ValidContext}"}, Kind: WaitLock, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{mc + "{Get,GetMulti,GetAndTouch,Set,Add,Replace,Append,Prepend,CompareAndSwap,Delete,DeleteAll,FlushAll,Increment,Decrement,Touch,Ping}"}, Kind: WaitNet, Fix: FixNone, Bound: 500 * ms, Never: true, Note: "has a timeout of its own"},
		},
		Effects: []Effect{
			command(EffectRead, redisReads, "", ""),
			command(EffectIdempotent, redisIdempotent, "sets the key", ""),
			command(EffectWrite, redisWrites, "changes the key by a difference", "a Lua script that first checks the id of the request"),
			{Fn: []string{"(~" + all + cmds + ").{" + redisStreams + "}"}, Kind: EffectWrite, What: "appends an entry", Key: []string{"ID"}, Safe: "give the entry an ID of your own, made before the first attempt, which the stream refuses to take twice"},
			command(EffectConsume, redisConsumes, "takes an element away", "a stream group or LMOVE, which keep a copy"),
			command(EffectConditional, redisConditional, "sets the key on a condition", "comparing the stored token: a repeat sees false although it won"),
			command(EffectUnknown, "EvalSha", "runs the script", ""),
			{Fn: []string{"(~" + all + cmds + ").Eval", "(" + v9 + "Scripter).Eval"}, Kind: EffectSQL, Lang: LangLua, SQL: 1, What: "runs the script", Safe: luaSafe},
			{Fn: []string{"(" + v9 + "Scripter).EvalSha"}, Kind: EffectUnknown, What: "runs the script"},
			{Fn: []string{"(*" + all + "Script).{Run,Eval,EvalSha}"}, Kind: EffectSQL, Lang: LangLua, SQL: RecvArg, What: "runs the script", Safe: luaSafe},
			{Fn: []string{"(*" + v9 + "Script).{RunRO,EvalRO,EvalShaRO,Load,Exists}", "(" + v9 + "Scripter).{EvalRO,EvalShaRO,ScriptExists,ScriptLoad}"}, Kind: EffectRead},
			{Fn: []string{"(~" + v9 + clis + ").Do", "(~" + v8 + clis + ").Do"}, Kind: EffectSQL, Lang: LangRedis, SQL: 1, What: "runs the command"},
			{Fn: []string{"(*" + all + "Pipeline).Exec", "(" + all + "Pipeliner).Exec"}, Kind: EffectUnknown, What: "runs the queued commands"},
			{Fn: []string{"(~" + all + cmds + ").{Pipelined,TxPipelined}", "(~" + all + clis + ").{Pipelined,TxPipelined}"}, Kind: EffectUnknown, What: "runs the queued commands"},
			{Fn: []string{"(~" + all + cmds + ").{Pipeline,TxPipeline}", "(~" + all + clis + ").{Pipeline,TxPipeline}"}, Kind: EffectRead},

			{Fn: []string{"(" + redigo + "Conn).{Do,Send}"}, Kind: EffectSQL, Lang: LangRedis, What: "runs the command"},
			{Fn: []string{redigo + "{DoContext,DoWithTimeout}"}, Kind: EffectSQL, Lang: LangRedis, SQL: 2, What: "runs the command"},
			{Fn: []string{"(" + redigo + "ConnWithContext).DoContext"}, Kind: EffectSQL, Lang: LangRedis, SQL: 1, What: "runs the command"},
			{Fn: []string{"(*" + redigo + "Script).{Do,DoContext}"}, Kind: EffectSQL, Lang: LangLua, SQL: RecvArg, What: "runs the script", Safe: luaSafe},
			{Fn: []string{"(*" + rueid + "Lua).Exec"}, Kind: EffectSQL, Lang: LangLua, SQL: RecvArg, What: "runs the script", Safe: luaSafe},
			{Fn: []string{"(*" + redigo + "Pool).{Get,GetContext}", redigo + "{Dial,DialURL,DialContext,DialURLContext}"}, Kind: EffectRead},
			{Fn: []string{"(" + rueid + "CommandClient).{Do,DoMulti}"}, Kind: EffectUnknown, What: "runs the command"},
			{Fn: []string{"(" + rueid + "Client).{DoCache,DoMultiCache}"}, Kind: EffectRead},

			{Fn: []string{mc + "{Increment,Decrement,Append,Prepend}"}, Kind: EffectWrite, What: "changes the key by a difference"},
			{Fn: []string{mc + "{Add,CompareAndSwap}"}, Kind: EffectConditional, What: "sets the key on a condition"},
			{Fn: []string{mc + "{Set,Replace,Delete,DeleteAll,FlushAll,Touch,GetAndTouch}"}, Kind: EffectIdempotent},
			{Fn: []string{mc + "{Get,GetMulti,Ping}"}, Kind: EffectRead},
			{Fn: []string{sync + "{Lock,LockContext,TryLock,TryLockContext,Unlock,UnlockContext,Extend,ExtendContext,Valid,ValidContext}"}, Kind: EffectIdempotent, What: "takes the lock"},
		},
		Runners: []Runner{
			{Fn: []string{"(~{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}." + cmds + ").{Pipelined,TxPipelined}", "(~{github.com/redis/go-redis/v9,github.com/go-redis/redis/v8}." + clis + ").{Pipelined,TxPipelined}"}, Op: 1, Ctx: ctxArg(0), PassCtx: No},
			{Fn: []string{"(" + rueid + "Client).Dedicated"}, Op: 0, PassCtx: No},
		},
		Settings: []Setting{
			{Fn: []string{"(~" + all + cmds + ").SetNX"}, Knob: KnobLease, Arg: 3, Zero: ZeroNone},
			{Fn: []string{"(~" + all + cmds + ").{Del,Unlink,Eval,EvalSha}", "(*" + all + "Script).{Run,Eval,EvalSha}", redigo + "DoContext", "(" + redigo + "Conn).Do", "(*" + redigo + "Script).{Do,DoContext}"}, Knob: KnobLeaseEnd, Arg: -1},
			{Fn: []string{"(~" + all + cmds + ").{Expire,ExpireAt,ExpireXX,ExpireGT,PExpire,PExpireAt,SetXX,GetEx}"}, Knob: KnobLeaseKeep, Arg: -1},
			{Fn: []string{"(*" + lock + "Client).Obtain"}, Knob: KnobLease, Arg: 2},
			{Fn: []string{lock + "Obtain"}, Knob: KnobLease, Arg: 3},
			{Fn: []string{"(*" + lock + "Lock).Release"}, Knob: KnobLeaseEnd, Arg: -1},
			{Fn: []string{"(*" + lock + "Lock).Refresh"}, Knob: KnobLeaseKeep, Arg: -1},
			{Fn: []string{"github.com/go-redsync/redsync/v4.WithExpiry"}, Knob: KnobLease, Default: 8 * sec},
			{Fn: []string{sync + "{Unlock,UnlockContext}"}, Knob: KnobLeaseEnd, Arg: -1},
			{Fn: []string{sync + "{Extend,ExtendContext}"}, Knob: KnobLeaseKeep, Arg: -1},
			{Field: []string{v9 + "{Options,UniversalOptions,RingOptions,FailoverOptions}.MaxRetries", v8 + "{Options,UniversalOptions,RingOptions,FailoverOptions}.MaxRetries"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{v9 + "ClusterOptions.MaxRedirects", v8 + "ClusterOptions.MaxRedirects"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{"github.com/go-redis/redis{,/v7}.Options.MaxRetries"}, Knob: KnobRetries, Zero: ZeroOff},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.MinRetryBackoff", v8 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.MinRetryBackoff"}, Knob: KnobDelay, Default: 8 * ms, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.MaxRetryBackoff", v8 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.MaxRetryBackoff"}, Knob: KnobMaxDelay, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.{ReadTimeout,WriteTimeout}", v8 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.{ReadTimeout,WriteTimeout}"}, Knob: KnobOp, Default: 3 * sec, Zero: ZeroDefault, Negative: ZeroNone,
				Note: "for each attempt; 5s in the newest v9"},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.DialTimeout", v8 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.DialTimeout"}, Knob: KnobConnect, Default: 5 * sec, Zero: ZeroDefault},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.PoolTimeout", v8 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.PoolTimeout"}, Knob: KnobPoolWait, Zero: ZeroDefault, Note: "ReadTimeout and 1s more by default"},
			{Field: []string{v9 + "{Options,UniversalOptions,ClusterOptions,RingOptions,FailoverOptions}.ContextTimeoutEnabled"}, Knob: KnobCtxHonoured},
			{Fn: []string{redigo + "{DialReadTimeout,DialWriteTimeout}"}, Knob: KnobOp, Zero: ZeroNone},
			{Fn: []string{redigo + "DialConnectTimeout"}, Knob: KnobConnect, Default: 30 * sec, Zero: ZeroNone},
			{Field: []string{redigo + "Pool.Wait"}, Knob: KnobPoolWait},
			{Field: []string{rueid + "ClientOption.DisableRetry"}, Knob: KnobRetryOff},
			{Field: []string{rueid + "ClientOption.ConnWriteTimeout"}, Knob: KnobOp, Zero: ZeroDefault},
		},
		Makers: []Maker{
			{Fn: []string{v9 + "{NewClient,NewFailoverClient,NewRing,NewClusterClient,NewUniversalClient,NewFailoverClusterClient}", v8 + "{NewClient,NewFailoverClient,NewRing,NewClusterClient,NewUniversalClient,NewFailoverClusterClient}"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes, Note: note},
			{Fn: []string{all + "NewScript", rueid + "NewLuaScript"}, Trait: TraitText, Of: 0},
			{Fn: []string{redigo + "NewScript"}, Trait: TraitText, Of: 1},
			{Fn: []string{rueid + "NewClient"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: No, Note: "read-only commands, until the context ends"},
			{Fn: []string{redigo + "{Dial,DialURL,DialContext,DialURLContext}"}, Trait: TraitNoTimeout, Note: "unless DialReadTimeout"},
		},
	}
}
