package api

// libRetry is the small retry libraries.
func libRetry() Rows {
	const (
		avast3 = "github.com/avast/retry-go{,/v3}."
		avast4 = "github.com/avast/retry-go/v4."
		avast5 = "github.com/avast/retry-go/v5."
		avast  = "github.com/avast/retry-go{,/v3,/v4,/v5}."
		seth   = "github.com/sethvargo/go-retry."
		flow   = "github.com/flowchartsman/retry."
		eapa   = "github.com/eapache/go-resiliency/retrier."
		dskit  = "github.com/grafana/dskit/backoff."
		lo     = "github.com/samber/lo."
		tfHelp = "github.com/hashicorp/terraform-plugin-sdk/v2/helper/{retry,resource}."
	)
	avastDelay := Backoff{Initial: 100 * ms, Factor: 2, Jitter: Yes, Added: true, Known: true}
	return Rows{
		Drivers: []Driver{
			// avast/retry-go
			{Fn: []string{avast3 + "Do"}, Kind: OpArg, Op: 0, Policy: 1, Ctx: CtxIn{Kind: CtxOption, Key: "github.com/avast/retry-go/v3.Context"},
				Attempts: 10, Backoff: avastDelay, Stop: Yes, Pre: Yes, PassCtx: No, On: OnAnyError,
				Permanent: []string{avast3 + "Unrecoverable"},
				Note:      "Attempts(0): the operation never runs. Unrecoverable is found by a type assertion. Nine waits without MaxDelay take about 51s."},
			{Fn: []string{avast4 + "{Do,DoWithData}"}, Kind: OpArg, Op: 0, Policy: 1, Ctx: CtxIn{Kind: CtxOption, Key: avast4 + "Context"},
				Attempts: 10, Backoff: avastDelay, Stop: Yes, Pre: Yes, PassCtx: No, On: OnAnyError,
				Permanent: []string{avast4 + "Unrecoverable"},
				Note:      "context.Canceled from the operation is itself retried; only the option's context ends the attempts."},
			{Fn: []string{"(*" + avast5 + "{Retrier,RetrierWithData}).Do"}, Kind: OpArg, Op: 0, Policy: PolicyReceiver,
				Ctx: CtxIn{Kind: CtxReceiver, Key: avast5 + "Context"}, Attempts: 10, Backoff: avastDelay,
				Stop: Yes, Pre: Yes, PassCtx: No, On: OnAnyError, Permanent: []string{avast5 + "Unrecoverable"},
				Note: "The context is fixed when the Retrier is built: one kept in a struct cannot follow a request."},
			{Fn: []string{avast5 + "{New,NewWithData}"}, Kind: OpPolicy, Policy: 0, Ctx: CtxIn{Kind: CtxOption, Key: avast5 + "Context"}, Attempts: 10, Backoff: avastDelay},
			// The functions that DelayType takes.
			{Fn: []string{avast + "FixedDelay"}, Kind: OpPolicy, Policy: -1, Backoff: Backoff{Factor: 1, Jitter: No}},
			{Fn: []string{avast + "BackOffDelay"}, Kind: OpPolicy, Policy: -1, Backoff: Backoff{Factor: 2, Jitter: No}},
			{Fn: []string{avast + "RandomDelay"}, Kind: OpPolicy, Policy: -1, Backoff: Backoff{Jitter: Yes, Added: true}},
			// sethvargo/go-retry
			{Fn: []string{seth + "{Do,DoValue}"}, Kind: OpArg, Op: 2, Policy: 1, Ctx: ctxArg(0), Attempts: AttemptsUnbounded,
				Stop: Yes, Pre: Yes, PassCtx: Yes, On: OnMarked, Marker: []string{seth + "RetryableError"}, Spent: true,
				Note: "Back-offs are stateful and count from their construction: a shared one is already spent."},
			{Fn: []string{seth + "{Constant,Exponential,Fibonacci}"}, Kind: OpArg, Op: 2, Policy: -1, DelayArg: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded,
				Backoff: Backoff{Jitter: No}, Stop: Yes, Pre: Yes, PassCtx: Yes, On: OnMarked, Marker: []string{seth + "RetryableError"}},
			{Fn: []string{seth + "NewConstant"}, Kind: OpPolicy, Policy: -1, DelayArg: 1, Attempts: AttemptsUnbounded, Backoff: Backoff{Factor: 1, Jitter: No, Known: true}},
			{Fn: []string{seth + "NewExponential"}, Kind: OpPolicy, Policy: -1, DelayArg: 1, Attempts: AttemptsUnbounded, Backoff: Backoff{Factor: 2, Jitter: No, Known: true}, Stateful: true},
			{Fn: []string{seth + "NewFibonacci"}, Kind: OpPolicy, Policy: -1, DelayArg: 1, Attempts: AttemptsUnbounded, Backoff: Backoff{Jitter: No}, Stateful: true},
			// matryer/try
			{Fn: []string{"github.com/matryer/try.Do"}, Kind: OpArg, Op: 0, Policy: -1, Attempts: 10,
				Backoff: Backoff{Jitter: No, Known: true}, Stop: No, Pre: No, PassCtx: No, On: OnMarked,
				Note: "No delay unless the operation sleeps. Its first result says whether to go on. After ten attempts the real error is lost."},
			// lestrrat-go/backoff: for backoff.Continue(ctrl)
			{Fn: []string{"github.com/lestrrat-go/backoff/v2.Continue"}, Kind: OpLoop, Policy: 0, Ctx: CtxIn{Kind: CtxPolicy}, Attempts: 11, Stop: Yes, On: OnCondition,
				Note: "Policy.Start(ctx) launches a goroutine that ends only with its context or the last retry."},
			// jpillora/backoff: only a source of delays
			{Fn: []string{"(*github.com/jpillora/backoff.Backoff).{Duration,ForAttempt}"}, Kind: OpLoop, Policy: PolicyReceiver, Attempts: AttemptsUnbounded,
				Backoff: Backoff{Initial: 100 * ms, Factor: 2, Max: 10 * sec, Jitter: No, Known: true}, On: OnCondition,
				Note: "Computes a delay; it is the loop that sleeps."},
			// flowchartsman/retry
			{Fn: []string{"(*" + flow + "Retrier).Run"}, Kind: OpArg, Op: 0, Policy: PolicyReceiver, Attempts: 5,
				Backoff: Backoff{Initial: 200 * ms, Factor: 2, Max: sec, Jitter: Yes, Known: true}, Stop: No, PassCtx: No, On: OnAnyError,
				Permanent: []string{flow + "Stop"}},
			{Fn: []string{"(*" + flow + "Retrier).RunContext"}, Kind: OpArg, Op: 1, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 5,
				Backoff: Backoff{Initial: 200 * ms, Factor: 2, Max: sec, Jitter: Yes, Known: true}, Stop: Yes, Pre: No, PassCtx: Yes, On: OnAnyError,
				Permanent: []string{flow + "Stop"}},
			{Fn: []string{flow + "NewRetrier"}, Kind: OpPolicy, Policy: -1, CountArg: 1, DelayArg: 2},
			// rogpeppe/retry
			{Fn: []string{"(*github.com/rogpeppe/retry.Iter).Next"}, Kind: OpLoop, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxStopChan}, Attempts: AttemptsUnbounded,
				Backoff: Backoff{Jitter: Yes}, Stop: Yes, On: OnCondition, Note: "A nil channel sleeps with time.Sleep."},
			// juju/retry
			{Fn: []string{"github.com/juju/retry.Call"}, Kind: OpField, Op: 0, OpField: "Func", Policy: 0, Ctx: CtxIn{Kind: CtxField, Key: "github.com/juju/retry.CallArgs.Stop"},
				Stop: Yes, Pre: No, PassCtx: No, On: OnAnyError, Backoff: Backoff{Jitter: No},
				Note: "Delay and Clock are mandatory. IsFatalError says which errors stop."},
			// eapache/go-resiliency
			{Fn: []string{"(*" + eapa + "Retrier).Run"}, Kind: OpArg, Op: 0, Policy: PolicyReceiver, Stop: No, PassCtx: No, On: OnAnyError, Backoff: Backoff{Jitter: No},
				Note: "len(backoff)+1 attempts. A nil classifier retries every error, those of contexts too."},
			{Fn: []string{"(*" + eapa + "Retrier).{RunCtx,RunFn}"}, Kind: OpArg, Op: 1, Policy: PolicyReceiver, Ctx: ctxArg(0), Stop: Yes, Pre: No, PassCtx: Yes, On: OnAnyError,
				Backoff: Backoff{Jitter: No}},
			{Fn: []string{eapa + "New"}, Kind: OpPolicy, Policy: 0},
			{Fn: []string{eapa + "ConstantBackoff"}, Kind: OpPolicy, Policy: -1, CountArg: 1, DelayArg: 2, Backoff: Backoff{Factor: 1, Jitter: No}, Note: "n delays make n+1 attempts."},
			{Fn: []string{eapa + "ExponentialBackoff"}, Kind: OpPolicy, Policy: -1, CountArg: 1, DelayArg: 2, Backoff: Backoff{Factor: 2, Jitter: No}, Note: "n delays make n+1 attempts."},
			// Rican7/retry
			{Fn: []string{"github.com/Rican7/retry.Retry"}, Kind: OpArg, Op: 0, Policy: 1, Attempts: AttemptsUnbounded, Stop: No, PassCtx: No, On: OnAnyError,
				Note: "Without a strategy it neither ends nor waits."},
			// grafana/dskit: for b.Ongoing() { …; b.Wait() }
			{Fn: []string{"(*" + dskit + "Backoff).{Ongoing,Wait}"}, Kind: OpLoop, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxReceiver, Key: dskit + "New"}, Stop: Yes, Pre: Yes, On: OnCondition},
			{Fn: []string{dskit + "New"}, Kind: OpPolicy, Policy: 1, Ctx: ctxArg(0), Attempts: AttemptsUnbounded},
			// samber/lo
			{Fn: []string{lo + "{Attempt,AttemptWhile}"}, Kind: OpArg, Op: 1, Policy: -1, CountArg: 1, Stop: No, PassCtx: No, On: OnAnyError,
				Backoff: Backoff{Jitter: No, Known: true}, Note: "No delay. A count of zero has no end."},
			{Fn: []string{lo + "{AttemptWithDelay,AttemptWhileWithDelay}"}, Kind: OpArg, Op: 2, Policy: -1, CountArg: 1, DelayArg: 2, Stop: No, PassCtx: No, On: OnAnyError,
				Backoff: Backoff{Factor: 1, Jitter: No, Known: true}, Note: "Sleeps with time.Sleep or a timer: no context. A count of zero has no end."},
			// Terraform plugin SDK
			{Fn: []string{tfHelp + "RetryContext"}, Kind: OpArg, Op: 2, Policy: -1, CapArg: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: No,
				On: OnMarked, Marker: []string{tfHelp + "RetryableError"}, Permanent: []string{tfHelp + "NonRetryableError"}},
			{Fn: []string{tfHelp + "Retry"}, Kind: OpArg, Op: 1, Policy: -1, CapArg: 1, Attempts: AttemptsUnbounded, Stop: No, PassCtx: No,
				On: OnMarked, Marker: []string{tfHelp + "RetryableError"}, Permanent: []string{tfHelp + "NonRetryableError"}},
			// zeromicro/go-zero
			{Fn: []string{"github.com/zeromicro/go-zero/core/fx.DoWithRetry"}, Kind: OpArg, Op: 0, Policy: 1, Attempts: 3, Stop: No, PassCtx: No, On: OnAnyError,
				Backoff: Backoff{Jitter: No, Known: true}},
			{Fn: []string{"github.com/zeromicro/go-zero/core/fx.DoWithRetryCtx"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: 3, Stop: Yes, PassCtx: Yes, On: OnAnyError,
				Backoff: Backoff{Jitter: No, Known: true}},
			// tailscale.com/util/backoff: bo.BackOff(ctx, err)
			{Fn: []string{"(*tailscale.com/util/backoff.Backoff).BackOff"}, Kind: OpLoop, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, On: OnAnyError},
			// go-redsync
			{Fn: []string{"(*github.com/go-redsync/redsync/v4.Mutex).Lock"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 32, Stop: No, On: OnAnyError,
				Backoff: Backoff{Initial: 50 * ms, Max: 250 * ms, Jitter: Yes, Known: true}, Effects: No, Note: "Up to about 8s of waiting for the lock."},
			{Fn: []string{"(*github.com/go-redsync/redsync/v4.Mutex).LockContext"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 32, Stop: Yes, On: OnAnyError,
				Backoff: Backoff{Initial: 50 * ms, Max: 250 * ms, Jitter: Yes, Known: true}, Effects: No},
		},
		Settings: []Setting{
			{Fn: []string{avast3 + "Attempts"}, Knob: KnobAttempts, DefaultN: 10, Zero: ZeroUnknown},
			{Fn: []string{"github.com/avast/retry-go/{v4,v5}.Attempts"}, Knob: KnobAttempts, DefaultN: 10, Zero: ZeroNone},
			{Fn: []string{"github.com/avast/retry-go/{v4,v5}.UntilSucceeded"}, Knob: KnobAttempts, Arg: -1, Wraps: -1, Value: int(AttemptsUnbounded)},
			{Fn: []string{avast + "Delay"}, Knob: KnobDelay, Default: 100 * ms},
			{Fn: []string{avast + "MaxDelay"}, Knob: KnobMaxDelay},
			{Fn: []string{avast + "MaxJitter"}, Knob: KnobJitter, Default: 100 * ms},
			{Fn: []string{avast + "{DelayType,CombineDelay}"}, Knob: KnobBackoff},
			{Fn: []string{avast + "RetryIf"}, Knob: KnobRetryIf},
			{Fn: []string{avast + "Context"}, Knob: KnobCtx},
			{Fn: []string{seth + "NewConstant", seth + "NewExponential", seth + "NewFibonacci"}, Knob: KnobDelay},
			{Fn: []string{seth + "WithMaxRetries"}, Knob: KnobRetries, Arg: 0, Wraps: 1, Zero: ZeroOff, Stateful: true},
			{Fn: []string{seth + "WithMaxDuration"}, Knob: KnobTotal, Arg: 0, Wraps: 1, Stateful: true, Note: "Its clock starts when it is built."},
			{Fn: []string{seth + "WithCappedDuration"}, Knob: KnobMaxDelay, Arg: 0, Wraps: 1},
			{Fn: []string{seth + "{WithJitter,WithJitterPercent}"}, Knob: KnobJitter, Arg: 0, Wraps: 1},
			{Fn: []string{seth + "WithFullJitter"}, Knob: KnobJitter, Arg: -1, Value: 1, Wraps: 0},
			{Field: []string{"github.com/jpillora/backoff.Backoff.Min"}, Knob: KnobDelay, Default: 100 * ms, Zero: ZeroDefault},
			{Field: []string{"github.com/jpillora/backoff.Backoff.Max"}, Knob: KnobMaxDelay, Default: 10 * sec, Zero: ZeroDefault},
			{Field: []string{"github.com/jpillora/backoff.Backoff.Factor"}, Knob: KnobFactor, Zero: ZeroDefault},
			{Field: []string{"github.com/jpillora/backoff.Backoff.Jitter"}, Knob: KnobJitter, Zero: ZeroNone},
			{Field: []string{"github.com/juju/retry.CallArgs.Attempts"}, Knob: KnobAttempts, Negative: ZeroNone},
			{Field: []string{"github.com/juju/retry.CallArgs.Delay"}, Knob: KnobDelay},
			{Field: []string{"github.com/juju/retry.CallArgs.MaxDelay"}, Knob: KnobMaxDelay, Zero: ZeroNone},
			{Field: []string{"github.com/juju/retry.CallArgs.MaxDuration"}, Knob: KnobTotal, Zero: ZeroNone},
			{Field: []string{"github.com/juju/retry.CallArgs.BackoffFunc"}, Knob: KnobBackoff},
			{Field: []string{"github.com/juju/retry.CallArgs.IsFatalError"}, Knob: KnobRetryUnless},
			{Field: []string{"github.com/juju/retry.CallArgs.Stop"}, Knob: KnobCtx},
			{Field: []string{"github.com/rogpeppe/retry.Strategy.MaxCount"}, Knob: KnobAttempts, Zero: ZeroNone},
			{Field: []string{"github.com/rogpeppe/retry.Strategy.MaxDuration"}, Knob: KnobTotal, Zero: ZeroNone},
			{Field: []string{"github.com/rogpeppe/retry.Strategy.Delay"}, Knob: KnobDelay},
			{Field: []string{"github.com/rogpeppe/retry.Strategy.MaxDelay"}, Knob: KnobMaxDelay},
			{Field: []string{"github.com/rogpeppe/retry.Strategy.Factor"}, Knob: KnobFactor},
			{Fn: []string{"(*" + eapa + "Retrier).SetJitter"}, Knob: KnobJitter, Zero: ZeroNone},
			{Fn: []string{"(*" + eapa + "Retrier).WithInfiniteRetry"}, Knob: KnobAttempts, Arg: -1, Wraps: -1, Value: int(AttemptsUnbounded)},
			{Fn: []string{"github.com/Rican7/retry/strategy.Limit"}, Knob: KnobAttempts},
			{Fn: []string{"github.com/Rican7/retry/strategy.Delay"}, Knob: KnobNone, Note: "a delay before the first attempt only"},
			{Fn: []string{"github.com/Rican7/retry/strategy.Wait"}, Knob: KnobDelay},
			{Fn: []string{"github.com/Rican7/retry/strategy.Backoff"}, Knob: KnobBackoff},
			{Fn: []string{"github.com/Rican7/retry/strategy.BackoffWithJitter"}, Knob: KnobBackoff},
			{Field: []string{dskit + "Config.MaxRetries"}, Knob: KnobAttempts, Zero: ZeroNone},
			{Field: []string{dskit + "Config.MinBackoff"}, Knob: KnobDelay},
			{Field: []string{dskit + "Config.MaxBackoff"}, Knob: KnobMaxDelay},
			{Fn: []string{"github.com/go-redsync/redsync/v4.WithTries"}, Knob: KnobAttempts, DefaultN: 32},
			{Fn: []string{"github.com/go-redsync/redsync/v4.WithRetryDelay"}, Knob: KnobDelay},
			{Fn: []string{"github.com/lestrrat-go/backoff/v2.WithMaxRetries"}, Knob: KnobRetries, DefaultN: 10, Zero: ZeroNone},
			{Fn: []string{"github.com/lestrrat-go/backoff/v2.{WithInterval,WithMinInterval}"}, Knob: KnobDelay},
			{Fn: []string{"github.com/lestrrat-go/backoff/v2.WithMaxInterval"}, Knob: KnobMaxDelay, Default: minute},
			{Fn: []string{"github.com/lestrrat-go/backoff/v2.WithJitterFactor"}, Knob: KnobJitter, Zero: ZeroNone},
			{Fn: []string{"github.com/zeromicro/go-zero/core/fx.WithRetry"}, Knob: KnobAttempts, DefaultN: 3},
			{Fn: []string{"github.com/zeromicro/go-zero/core/fx.WithTimeout"}, Knob: KnobTotal},
			{Fn: []string{"github.com/zeromicro/go-zero/core/fx.WithInterval"}, Knob: KnobDelay},
			{Fn: []string{"tailscale.com/util/backoff.NewBackoff"}, Knob: KnobMaxDelay, Arg: 2, Wraps: -1},
		},
	}
}
