package api

// libCenkalti is github.com/cenkalti/backoff, whose majors differ: v4's
// constant back-off never ends, v5's ends after 15 minutes.
func libCenkalti() Rows {
	const (
		v2   = "github.com/cenkalti/backoff."
		v34  = "github.com/cenkalti/backoff/{v3,v4}."
		v234 = "github.com/cenkalti/backoff{,/v3,/v4}."
		v4   = "github.com/cenkalti/backoff/v4."
		v5   = "github.com/cenkalti/backoff/v5."
		all  = "github.com/cenkalti/backoff{,/v3,/v4,/v5}."
	)
	exponential := Backoff{Initial: 500 * ms, Factor: 1.5, Max: 60 * sec, Jitter: Yes, Known: true}
	return Rows{
		Drivers: []Driver{
			{
				Fn:   []string{v234 + "{Retry,RetryNotify}", v34 + "RetryNotifyWithTimer", v4 + "{RetryWithData,RetryNotifyWithData,RetryNotifyWithTimerAndData}"},
				Kind: OpArg, Op: 0, Policy: 1, Ctx: CtxIn{Kind: CtxPolicy, Arg: 1}, Attempts: AttemptsUnbounded,
				Stop: Yes, Pre: No, PassCtx: No, On: OnAnyError,
				Permanent: []string{v2 + "Permanent", "github.com/cenkalti/backoff/v3.Permanent", v4 + "Permanent"},
				Note:      "Runs the operation at least once, even if the context is done. Permanent is found by a type assertion in v2 and v3, so a wrapped one is retried; by errors.As in v4. Notify is not retried code.",
			},
			{
				Fn: []string{v5 + "Retry"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Cap: 15 * minute,
				Backoff: exponential, Stop: Yes, Pre: No, PassCtx: No, On: OnAnyError, Permanent: []string{v5 + "Permanent"},
				Note: "The cap of 15 minutes applies to constant back-offs too. It is looked at only before sleeping: a running operation is never cut. RetryAfter(seconds) sets the next delay.",
			},
			{
				Fn: []string{all + "NewTicker"}, Kind: OpLoop, Policy: 0, Ctx: CtxIn{Kind: CtxPolicy}, Attempts: AttemptsUnbounded,
				On: OnCondition, Note: "for range ticker.C is a retry loop; a closed channel means that it gave up. v5's ticker has no context.",
			},
			{
				Fn: []string{v234 + "NewExponentialBackOff"}, Kind: OpPolicy, Policy: -1, Attempts: AttemptsUnbounded, Cap: 15 * minute, Backoff: exponential, Stateful: true,
				Next: []string{"(*github.com/cenkalti/backoff.ExponentialBackOff).NextBackOff", "(*github.com/cenkalti/backoff/v3.ExponentialBackOff).NextBackOff", "(*" + v4 + "ExponentialBackOff).NextBackOff"},
				Note: "NextBackOff returns Stop, which is -1, once Cap is over since the making or the last Reset.",
			},
			{
				Fn: []string{v5 + "NewExponentialBackOff"}, Kind: OpPolicy, Policy: -1, Attempts: AttemptsUnbounded, Backoff: exponential, Stateful: true,
				Note: "v5 has no MaxElapsedTime field; Retry's option bounds the time.",
			},
			{
				Fn: []string{all + "NewConstantBackOff"}, Kind: OpPolicy, Policy: -1, Attempts: AttemptsUnbounded, DelayArg: 1,
				Backoff: Backoff{Factor: 1, Jitter: No, Known: true},
			},
			{
				Fn: []string{all + "ZeroBackOff"}, Kind: OpPolicy, Policy: -1, Attempts: AttemptsUnbounded, Backoff: Backoff{Jitter: No, Known: true},
			},
			{
				Fn: []string{all + "StopBackOff"}, Kind: OpPolicy, Policy: -1, Attempts: 1, Backoff: Backoff{Jitter: No, Known: true},
			},
		},
		Settings: []Setting{
			{Fn: []string{"github.com/cenkalti/backoff{,/v3}.WithMaxRetries"}, Knob: KnobRetries, Arg: 1, Wraps: 0, Zero: ZeroNone, Stateful: true},
			{Fn: []string{v4 + "WithMaxRetries"}, Knob: KnobRetries, Arg: 1, Wraps: 0, Zero: ZeroOff, Stateful: true,
				Note: "Not safe for several goroutines; a BackOff shared between calls is reset by each."},
			{Fn: []string{v234 + "WithContext"}, Knob: KnobCtx, Arg: 1, Wraps: 0,
				Note: "v3 also stops early when the deadline is nearer than the next delay; v4 does not."},
			{Fn: []string{all + "NewConstantBackOff"}, Knob: KnobDelay},
			{Fn: []string{v5 + "WithMaxTries"}, Knob: KnobAttempts, Zero: ZeroNone},
			{Fn: []string{v5 + "WithMaxElapsedTime"}, Knob: KnobTotal, Default: 15 * minute, Zero: ZeroNone,
				Note: "In v5.0.0 and v5.0.1 zero meant one attempt."},
			{Fn: []string{v5 + "WithBackOff"}, Knob: KnobPolicy},
			{Fn: []string{v4 + "WithInitialInterval"}, Knob: KnobDelay, Default: 500 * ms},
			{Fn: []string{v4 + "WithMaxInterval"}, Knob: KnobMaxDelay, Default: 60 * sec},
			{Fn: []string{v4 + "WithMultiplier"}, Knob: KnobFactor},
			{Fn: []string{v4 + "WithRandomizationFactor"}, Knob: KnobJitter, Zero: ZeroNone},
			{Fn: []string{v4 + "WithMaxElapsedTime"}, Knob: KnobTotal, Default: 15 * minute, Zero: ZeroNone},
			{Field: []string{all + "ExponentialBackOff.InitialInterval"}, Knob: KnobDelay, Default: 500 * ms},
			{Field: []string{all + "ExponentialBackOff.MaxInterval"}, Knob: KnobMaxDelay, Default: 60 * sec},
			{Field: []string{all + "ExponentialBackOff.Multiplier"}, Knob: KnobFactor},
			{Field: []string{all + "ExponentialBackOff.RandomizationFactor"}, Knob: KnobJitter, Zero: ZeroNone},
			{Field: []string{v234 + "ExponentialBackOff.MaxElapsedTime"}, Knob: KnobTotal, Default: 15 * minute, Zero: ZeroNone},
			{Field: []string{all + "ConstantBackOff.Interval"}, Knob: KnobDelay},
		},
		Calls: []Call{
			{Fn: []string{"(*github.com/cenkalti/backoff{,/v3,/v4,/v5}.Ticker).Stop"}, Unblocks: true},
		},
	}
}
