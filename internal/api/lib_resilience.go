package api

// libResilience is failsafe-go, breakers, timeouts and pools: libraries that
// wrap a closure.
func libResilience() Rows {
	const (
		fs       = "github.com/failsafe-go/failsafe-go"
		executor = "(" + fs + ".Executor)."
		policy   = "(" + fs + "/retrypolicy.{Builder,RetryPolicyBuilder})." // the second up to v0.6
		hystrix  = "github.com/afex/hystrix-go/hystrix."
		gores    = "github.com/slok/goresilience"
		eapa     = "github.com/eapache/go-resiliency/"
		conc     = "github.com/sourcegraph/conc"
		ants     = "github.com/panjf2000/ants/v2."
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{executor + "{Run,Get,RunAsync,GetAsync}"}, Kind: OpArg, Op: 0, Policy: PolicyReceiver,
				Ctx: CtxIn{Kind: CtxReceiver, Key: executor + "WithContext"}, Attempts: AttemptsUnknown, Stop: Yes, Pre: Maybe, PassCtx: No, On: OnAnyError,
				Note: "What it does follows from the policies of the executor: only a retry policy repeats (three attempts by default)."},
			{Fn: []string{executor + "{RunWithExecution,GetWithExecution,RunAsyncWithExecution,GetAsyncWithExecution}"}, Kind: OpArg, Op: 0, Policy: PolicyReceiver,
				Ctx: CtxIn{Kind: CtxReceiver, Key: executor + "WithContext"}, Attempts: AttemptsUnknown, Stop: Yes, PassCtx: Maybe, On: OnAnyError,
				Note: "The closure's context is exec.Context()."},
			{Fn: []string{fs + ".{Run,Get,RunAsync,GetAsync}", fs + ".{RunWithExecution,GetWithExecution}"}, Kind: OpArg, Op: 0, Policy: 1, Attempts: AttemptsUnknown, PassCtx: Maybe, On: OnAnyError},
			{Fn: []string{fs + "/retrypolicy.{NewWithDefaults,NewBuilder,WithDefaults,Builder}"}, Kind: OpPolicy, Policy: -1, Attempts: 3, Backoff: Backoff{Jitter: No, Known: true},
				Note: "failsafe.With(a, b) is outermost first: With(timeout, retry) bounds the whole, With(retry, timeout) each attempt."},
			{Fn: []string{fs + "/failsafehttp.NewRetryPolicyBuilder"}, Kind: OpPolicy, Policy: -1, Attempts: 3, On: OnTransient, Effects: Yes,
				Note: "429, 5xx but 501, most url errors, for any method; honours Retry-After."},
			{Fn: []string{fs + "/failsafegrpc.NewRetryPolicyBuilder"}, Kind: OpPolicy, Policy: -1, Attempts: 3, On: OnTransient, Effects: Yes,
				Note: "Unavailable, DeadlineExceeded, ResourceExhausted, for every method."},
			{Fn: []string{fs + "/hedgepolicy.{NewWithDelay,NewBuilderWithDelay,NewWithDelayFunc,NewBuilderWithDelayFunc}"}, Kind: OpPolicy, Policy: -1, Attempts: 2, Hedge: true,
				Note: "A second run of the closure while the first is running."},
			{Fn: []string{"(*" + fs + "/failsafehttp.Request).Do"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxReceiver}, Attempts: AttemptsUnknown, Effects: Yes, On: OnTransient,
				Note: "Follows the policies it was built with."},
			// slok/goresilience
			{Fn: []string{"(" + gores + ".Runner).Run"}, Kind: OpArg, Op: 1, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: AttemptsUnknown, Stop: No, PassCtx: Yes, On: OnAnyError, SleepLast: true,
				Note: "Follows the runner it was built with; retry.New makes four attempts by default and sleeps with time.Sleep."},
			{Fn: []string{gores + "/retry.New"}, Kind: OpPolicy, Policy: 0, Attempts: 4, Backoff: Backoff{Initial: 20 * ms, Factor: 2, Jitter: Yes, Known: true}},
		},
		Runners: []Runner{
			{Fn: []string{"(*github.com/sony/gobreaker{,/v2}.CircuitBreaker).Execute", "(*github.com/sony/gobreaker/v2.DistributedCircuitBreaker).Execute"}, Op: 0, PassCtx: No, Breaker: true,
				Note: "Trips after more than five consecutive failures and stays open for 60s. context.Canceled counts as a failure unless IsSuccessful says otherwise."},
			{Fn: []string{"(*" + eapa + "breaker.Breaker).Run"}, Op: 0, PassCtx: No, Breaker: true},
			{Fn: []string{"(*" + eapa + "breaker.Breaker).Go"}, Op: 0, PassCtx: No, Breaker: true, Async: true},
			{Fn: []string{"(*" + eapa + "deadline.Deadline).Run"}, Op: 0, PassCtx: No, Limit: true, Leaves: Yes,
				Note: "The closure gets a stop channel and goes on in its goroutine after ErrTimedOut."},
			{Fn: []string{hystrix + "Do"}, Op: 1, PassCtx: No, Breaker: true, Limit: true, Timeout: sec, Leaves: Yes,
				Note: "After the timeout of 1000ms by default the closure is not stopped."},
			{Fn: []string{hystrix + "Go"}, Op: 1, PassCtx: No, Breaker: true, Limit: true, Timeout: sec, Async: true, Leaves: Yes},
			{Fn: []string{hystrix + "DoC"}, Op: 2, Ctx: ctxArg(0), PassCtx: Yes, Breaker: true, Limit: true, Timeout: sec, Leaves: Yes,
				Note: "The timeout does not cancel the closure's context; only the caller's does."},
			{Fn: []string{hystrix + "GoC"}, Op: 2, Ctx: ctxArg(0), PassCtx: Yes, Breaker: true, Limit: true, Timeout: sec, Async: true, Leaves: Yes},
			{Fn: []string{"(*golang.org/x/sync/singleflight.Group).Do"}, Op: 1, PassCtx: No, Once: true,
				Note: "The closure runs with the first caller's context: detach it."},
			{Fn: []string{"(*golang.org/x/sync/singleflight.Group).DoChan"}, Op: 1, PassCtx: No, Once: true, Async: true},
			{Fn: []string{"(*golang.org/x/sync/errgroup.Group).{Go,TryGo}"}, Op: 0, PassCtx: No, Async: true},
			{Fn: []string{"(*" + conc + ".WaitGroup).Go", "(*" + conc + "/pool.{Pool,ErrorPool,ResultPool,ResultErrorPool}).Go"}, Op: 0, PassCtx: No, Async: true},
			{Fn: []string{"(*" + conc + "/pool.{ContextPool,ResultContextPool}).Go"}, Op: 0, PassCtx: Yes, Async: true},
			{Fn: []string{"(*" + ants + "Pool).Submit", ants + "Submit"}, Op: 0, PassCtx: No, Async: true},
			{Fn: []string{"github.com/sourcegraph/conc/iter.{ForEach,ForEachIdx,Map,MapErr}"}, Op: 1, PassCtx: No},
		},
		Settings: []Setting{
			{Fn: []string{policy + "WithMaxAttempts"}, Knob: KnobAttempts, DefaultN: 3, Negative: ZeroNone},
			{Fn: []string{policy + "WithMaxRetries"}, Knob: KnobRetries, DefaultN: 2, Negative: ZeroNone},
			{Fn: []string{policy + "WithMaxDuration"}, Knob: KnobTotal},
			{Fn: []string{policy + "WithBackoff"}, Knob: KnobDelay, MaxArg: 2, Factor: 2},
			{Fn: []string{policy + "WithBackoffFactor"}, Knob: KnobDelay, MaxArg: 2, FactorArg: 3},
			{Fn: []string{"(" + fs + ".DelayablePolicyBuilder).WithDelay"}, Knob: KnobDelay},
			{Fn: []string{policy + "WithRandomDelay"}, Knob: KnobDelay, Note: "argument 1 is the longest; random"},
			{Fn: []string{policy + "{WithJitter,WithJitterFactor}"}, Knob: KnobJitter, Zero: ZeroNone},
			{Fn: []string{policy + "{AbortOnErrors,AbortOnErrorTypes,AbortIf}"}, Knob: KnobRetryUnless},
			{Fn: []string{policy + "AbortOnResult"}, Knob: KnobNone},
			{Fn: []string{"(" + fs + ".FailurePolicyBuilder).{HandleErrors,HandleErrorTypes,HandleIf,HandleResult}"}, Knob: KnobRetryIf},
			{Fn: []string{fs + "/timeout.{New,NewBuilder,With,Builder}"}, Knob: KnobAttempt,
				Note: "Cancels the execution's context; a closure that does not heed it keeps the call waiting. Bounds the whole when it stands before the retry policy."},
			{Fn: []string{executor + "WithContext"}, Knob: KnobCtx},
			{Fn: []string{fs + ".{With,NewExecutor}"}, Knob: KnobPolicy, Note: "outermost first"},
			{Field: []string{hystrix + "CommandConfig.Timeout"}, Knob: KnobAttempt, Default: sec, Zero: ZeroDefault, Unit: ms, Note: "An int of milliseconds: time.Second there is a slip."},
			{Field: []string{"github.com/sony/gobreaker{,/v2}.Settings.Timeout"}, Knob: KnobIdle, Default: 60 * sec, Note: "How long the breaker stays open; no limit of a call."},
			{Fn: []string{eapa + "deadline.New"}, Knob: KnobAttempt},
			{Field: []string{gores + "/retry.Config.Times"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroDefault},
			{Field: []string{gores + "/retry.Config.WaitBase"}, Knob: KnobDelay, Default: 20 * ms, Zero: ZeroDefault},
			{Field: []string{gores + "/retry.Config.DisableBackoff"}, Knob: KnobNone},
			{Field: []string{gores + "/timeout.Config.Timeout"}, Knob: KnobAttempt, Default: sec, Zero: ZeroDefault},
		},
		Calls: []Call{
			{Fn: []string{"(*golang.org/x/sync/errgroup.Group).Wait"}, Kind: WaitSync, Ctx: CtxIn{Kind: CtxReceiver, Key: "golang.org/x/sync/errgroup.WithContext"}, Obeys: Maybe, Fix: FixNone, Note: "Returns only when all goroutines do."},
			{Fn: []string{"(*golang.org/x/sync/errgroup.Group).Go"}, Kind: WaitPool, Never: true, Note: "Waits for a slot only after SetLimit."},
			{Fn: []string{"(*golang.org/x/sync/singleflight.Group).Do"}, Kind: WaitSync, Twin: "(*golang.org/x/sync/singleflight.Group).DoChan", Fix: FixRewrite,
				How: "use DoChan and select on the channel and the context's Done"},
			{Fn: []string{"(*golang.org/x/sync/semaphore.Weighted).Acquire"}, Kind: WaitPool, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*golang.org/x/sync/singleflight.Group).DoChan"}, Builder: true, Note: "The wait is where its channel is received from."},
			{Fn: []string{"(*golang.org/x/time/rate.Limiter).{Reserve,ReserveN}", "(*golang.org/x/time/rate.Reservation).{Delay,DelayFrom}"}, Builder: true, Note: "time.Sleep(r.Delay()) is a sleep without a context."},
			{Fn: []string{"(*golang.org/x/sync/semaphore.Weighted).Release"}, Unblocks: true},
			{Fn: []string{"(*golang.org/x/time/rate.Limiter).{Wait,WaitN}"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes,
				Note: "Fails at once if the wait would pass the deadline; that error is not context.DeadlineExceeded."},
			{Fn: []string{"(*" + conc + ".WaitGroup).Wait", "(*" + conc + "/pool.{Pool,ErrorPool,ResultPool,ResultErrorPool}).Wait"}, Kind: WaitSync, Fix: FixNone},
			{Fn: []string{"(*" + conc + "/pool.{ContextPool,ResultContextPool}).Wait"}, Kind: WaitSync, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + conc + "/pool.Pool).WithContext"}, Obeys: Maybe, Fix: FixNone},
			{Fn: []string{"(*" + conc + "/pool.{Pool,ErrorPool,ResultPool,ResultErrorPool}).Go"}, Kind: WaitPool, Never: true, Note: "Waits for a slot only after WithMaxGoroutines."},
			{Fn: []string{"(*" + ants + "Pool).Submit", "(*" + ants + "PoolWithFunc).Invoke", ants + "Submit"}, Kind: WaitPool, Fix: FixRewrite,
				How: "build the pool WithNonblocking(true) or WithMaxBlockingTasks"},
			{Fn: []string{"(*" + ants + "poolCommon).ReleaseContext"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*" + ants + "poolCommon).ReleaseTimeout"}, Kind: WaitSync, BoundArg: 1},
			{Fn: []string{"(*" + eapa + "semaphore.Semaphore).Acquire"}, Kind: WaitPool, Fix: FixNone, Note: "has a timeout of its own"},
		},
		CtxOps: []CtxOp{
			{Fn: []string{"golang.org/x/sync/errgroup.WithContext"}, Kind: CtxOpGroup, Note: "Cancelled at the first error and when Wait returns."},
			{Fn: []string{"(*" + conc + "/pool.{Pool,ErrorPool,ResultPool,ResultErrorPool}).WithContext"}, Kind: CtxOpGroup},
			{Fn: []string{executor + "WithContext"}, Kind: CtxOpCarry, Copies: true},
			{Fn: []string{executor + "Context", "(" + fs + ".ExecutionInfo).Context"}, Kind: CtxOpSource, Parent: -1},
		},
		Carriers: []Carrier{
			{Type: []string{fs + ".Execution"}, Ctx: "$.Context()"},
		},
		Makers: []Maker{
			{Fn: []string{fs + "/failsafehttp.{NewRoundTripper,NewRoundTripperWithExecutor}"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "by its policies"},
			{Fn: []string{fs + "/failsafehttp.{NewRequest,NewRequestWithExecutor}"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "by its policies"},
			{Fn: []string{fs + "/failsafegrpc.NewUnaryClientInterceptor"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "by its policies"},
		},
	}
}
