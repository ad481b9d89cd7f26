package api

// libKubeWait is the retries and polls of Kubernetes: client-go's util/retry
// and apimachinery's util/wait.
func libKubeWait() Rows {
	const (
		retry = "k8s.io/client-go/util/retry."
		wait  = "k8s.io/apimachinery/pkg/util/wait."
	)
	poll := func(fn string, op, delay, total int, ctx CtxIn, stop Tri) Driver {
		return Driver{Fn: []string{wait + fn}, Kind: OpArg, Op: op, Policy: -1, DelayArg: delay, CapArg: total, Ctx: ctx, Attempts: AttemptsUnbounded,
			Backoff: Backoff{Factor: 1, Jitter: No}, Stop: stop, On: OnCondition, Poll: true}
	}
	pollCtx := func(fn string, op, delay, total int) Driver {
		d := poll(fn, op, delay, total, ctxArg(0), Yes)
		d.PassCtx = Yes
		return d
	}
	pollOld := func(fn string, op, delay, total int) Driver {
		d := poll(fn, op, delay, total, CtxIn{}, No)
		d.PassCtx = No
		return d
	}
	pollStop := func(fn string, op, delay, stop int) Driver {
		d := poll(fn, op, delay, 0, CtxIn{Kind: CtxStopChan, Arg: stop}, Yes)
		d.PassCtx = No
		return d
	}
	return Rows{
		Drivers: []Driver{
			{Fn: []string{retry + "RetryOnConflict"}, Kind: OpArg, Op: 1, Policy: 0, Stop: No, Pre: No, PassCtx: No, On: OnConflict,
				Note: "The closure must get the object anew. Sleeps with time.Sleep; no form with a context exists. Up to v0.36 a closure that fails with context.Canceled at once makes it return nil."},
			{Fn: []string{retry + "OnError"}, Kind: OpArg, Op: 2, Policy: 0, IfArg: 2, Stop: No, Pre: No, PassCtx: No, On: OnUnknown,
				Note: "Argument 1 says which errors are retried. Sleeps with time.Sleep."},
			{Fn: []string{wait + "ExponentialBackoff"}, Kind: OpArg, Op: 1, Policy: 0, Stop: No, Pre: No, PassCtx: No, On: OnCondition, Poll: true,
				Note: "Reaching Cap sets Steps to 0: fewer attempts than Steps. Sleeps with time.Sleep."},
			{Fn: []string{wait + "ExponentialBackoffWithContext"}, Kind: OpArg, Op: 2, Policy: 1, Ctx: ctxArg(0), Stop: Yes, Pre: Yes, PassCtx: Yes, On: OnCondition, Poll: true},
			{Fn: []string{retry + "DefaultRetry"}, Kind: OpPolicy, Policy: -1, Attempts: 5, Backoff: Backoff{Initial: 10 * ms, Factor: 1, Jitter: Yes, Known: true}},
			{Fn: []string{retry + "DefaultBackoff"}, Kind: OpPolicy, Policy: -1, Attempts: 4, Backoff: Backoff{Initial: 10 * ms, Factor: 5, Jitter: Yes, Known: true}},

			pollCtx("PollUntilContextTimeout", 4, 2, 3),
			pollCtx("PollUntilContextCancel", 3, 2, 0),
			pollCtx("{PollWithContext,PollImmediateWithContext}", 3, 2, 3),
			pollCtx("{PollUntilWithContext,PollImmediateUntilWithContext,PollInfiniteWithContext,PollImmediateInfiniteWithContext}", 2, 2, 0),
			pollOld("{Poll,PollImmediate}", 2, 1, 2),
			pollOld("{PollInfinite,PollImmediateInfinite}", 1, 1, 0),
			pollStop("{PollUntil,PollImmediateUntil}", 1, 1, 2),

			{Fn: []string{wait + "{Until,NonSlidingUntil}"}, Kind: OpArg, Op: 0, Policy: -1, DelayArg: 2, Ctx: CtxIn{Kind: CtxStopChan, Arg: 2}, Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: No, Periodic: true},
			{Fn: []string{wait + "JitterUntil"}, Kind: OpArg, Op: 0, Policy: -1, DelayArg: 2, Ctx: CtxIn{Kind: CtxStopChan, Arg: 4}, Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: No, Periodic: true},
			{Fn: []string{wait + "BackoffUntil"}, Kind: OpArg, Op: 0, Policy: 1, Ctx: CtxIn{Kind: CtxStopChan, Arg: 3}, Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: No, Periodic: true},
			{Fn: []string{wait + "Forever"}, Kind: OpArg, Op: 0, Policy: -1, DelayArg: 2, Attempts: AttemptsUnbounded, Stop: No, PassCtx: No, Periodic: true},
			{Fn: []string{wait + "{UntilWithContext,NonSlidingUntilWithContext,JitterUntilWithContext}"}, Kind: OpArg, Op: 1, Policy: -1, DelayArg: 3, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: Yes, Periodic: true},
			{Fn: []string{wait + "BackoffUntilWithContext"}, Kind: OpArg, Op: 1, Policy: 2, Ctx: ctxArg(0), Attempts: AttemptsUnbounded, Stop: Yes, PassCtx: Yes, Periodic: true},
		},
		Settings: []Setting{
			{Field: []string{wait + "Backoff.Steps"}, Knob: KnobSteps},
			{Field: []string{wait + "Backoff.Duration"}, Knob: KnobDelay},
			{Field: []string{wait + "Backoff.Factor"}, Knob: KnobFactor},
			{Field: []string{wait + "Backoff.Jitter"}, Knob: KnobJitter, Zero: ZeroNone},
			{Field: []string{wait + "Backoff.Cap"}, Knob: KnobMaxDelay, Zero: ZeroNone, Note: "Reaching it ends the attempts."},
		},
		Calls: []Call{
			{Fn: []string{wait + "{Poll,PollImmediate}"}, Kind: WaitSleep, Twin: wait + "PollUntilContextTimeout", Fix: FixAdapt, BoundArg: 2,
				How: "use wait.PollUntilContextTimeout with the context"},
			{Fn: []string{wait + "{PollInfinite,PollImmediateInfinite}"}, Kind: WaitSleep, Twin: wait + "PollUntilContextCancel", Fix: FixAdapt,
				How: "use wait.PollUntilContextCancel with the context"},
			{Fn: []string{wait + "{PollUntil,PollImmediateUntil}"}, Kind: WaitSleep, Ctx: CtxIn{Kind: CtxStopChan, Arg: 2}, Obeys: Yes, Twin: wait + "PollUntilContextCancel", Fix: FixAdapt,
				How: "use wait.PollUntilContextCancel with the context"},
			{Fn: []string{wait + "PollUntilContextTimeout"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 3},
			{Fn: []string{wait + "PollUntilContextCancel", wait + "{PollUntilWithContext,PollImmediateUntilWithContext,PollInfiniteWithContext,PollImmediateInfiniteWithContext}"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{wait + "{PollWithContext,PollImmediateWithContext}"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes, BoundArg: 3},
			{Fn: []string{wait + "ExponentialBackoff"}, Kind: WaitSleep, Twin: wait + "ExponentialBackoffWithContext", Fix: FixAdapt, How: "use wait.ExponentialBackoffWithContext with the context"},
			{Fn: []string{wait + "ExponentialBackoffWithContext"}, Kind: WaitSleep, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{wait + "{UntilWithContext,NonSlidingUntilWithContext,JitterUntilWithContext,BackoffUntilWithContext}"}, Kind: WaitServer, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{wait + "{Until,NonSlidingUntil}"}, Kind: WaitServer, Ctx: CtxIn{Kind: CtxStopChan, Arg: 2}, Obeys: Yes},
			{Fn: []string{wait + "Forever"}, Kind: WaitServer},
			{Fn: []string{"(*" + wait + "Group).Wait"}, Kind: WaitSync},
		},
		CtxOps: []CtxOp{
			{Fn: []string{wait + "ContextForChannel"}, Kind: CtxOpCancel, Parent: -1, Note: "ends with the channel; no deadline"},
		},
		Runners: []Runner{
			{Fn: []string{"(*" + wait + "Group).Start"}, Op: 0, PassCtx: No, Async: true},
			{Fn: []string{"(*" + wait + "Group).StartWithContext"}, Op: 1, Ctx: ctxArg(0), PassCtx: Yes, Async: true},
			{Fn: []string{"(*" + wait + "Group).StartWithChannel"}, Op: 1, PassCtx: No, Async: true},
		},
	}
}
