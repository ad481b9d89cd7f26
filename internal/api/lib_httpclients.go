package api

// libHTTPClients is HTTP clients and transports, most of which can retry by
// themselves.
func libHTTPClients() Rows {
	const (
		rhttp   = "github.com/hashicorp/go-retryablehttp."
		resty2  = "github.com/go-resty/resty/v2."
		resty3  = "resty.dev/v3."
		heim    = "github.com/gojek/heimdall/v7"
		req     = "github.com/imroc/req/v3."
		fast    = "github.com/valyala/fasthttp."
		rehttp  = "github.com/PuerkitoBio/rehttp."
		elastic = "github.com/elastic/elastic-transport-go/v8/elastictransport."
		verbs   = "{Execute,Send,Get,Post,Put,Patch,Delete,Head,Options}"
		keys    = "Idempotency-Key"
	)
	post := func(fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectWrite, What: "posts the request", Key: []string{keys, "X-Idempotency-Key"}, Safe: "an Idempotency-Key header made before the first attempt"}
	}
	kind := func(k EffectKind, fn ...string) Effect { return Effect{Fn: fn, Kind: k} }
	patch := func(fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectConditional, What: "patches the resource", Key: []string{keys, "If-Match"}, Safe: "an If-Match header, or absolute values"}
	}
	other := func(fn ...string) Effect {
		return Effect{Fn: fn, Kind: EffectHTTP, Default: EffectUnknown, What: "sends the request", Key: []string{keys, "X-Idempotency-Key", "If-Match"}, Safe: "an Idempotency-Key header made before the first attempt"}
	}
	retryable := Backoff{Initial: sec, Factor: 2, Max: 30 * sec, Jitter: No, Known: true}
	return Rows{
		Drivers: []Driver{
			{Fn: []string{"(*" + rhttp + "Client).Do"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxRequest}, Attempts: 5, Backoff: retryable, Stop: Yes, On: OnTransient, Effects: Yes,
				Note: "Every method, POST too: any transport error, 429, 5xx but 501. Retry-After is honoured without a cap. HTTPClient.Timeout bounds one attempt; StandardClient().Timeout the whole."},
			{Fn: []string{"(*" + rhttp + "Client).{Get,Head,Post,PostForm}", rhttp + "{Get,Head,Post,PostForm}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 5, Backoff: retryable, Stop: No, On: OnTransient, Effects: Yes},
			{Fn: []string{"(*" + rhttp + "RoundTripper).RoundTrip"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxRequest}, Attempts: 5, Backoff: retryable, Stop: Yes, On: OnTransient, Effects: Yes},
			{Fn: []string{"(*" + resty2 + "Request)." + verbs}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + resty2 + "Request).SetContext"}, Attempts: 1, Spends: true,
				Backoff: Backoff{Initial: 100 * ms, Factor: 2, Max: 2 * sec, Jitter: Yes, Known: true}, Stop: Yes, On: OnAnyError, Effects: Yes,
				Note: "Retries only after SetRetryCount(k), k+1 attempts, any method. SetTimeout bounds one attempt."},
			{Fn: []string{resty2 + "Backoff"}, Kind: OpArg, Op: 0, Policy: 1, Attempts: 4, PassCtx: No, On: OnAnyError, Backoff: Backoff{Initial: 100 * ms, Factor: 2, Max: 2 * sec, Jitter: Yes, Known: true}},
			{Fn: []string{"(*" + resty3 + "Request)." + verbs, "(*" + resty3 + "Request).{Query,Trace}"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + resty3 + "Request).SetContext"}, Attempts: 1,
				Backoff: Backoff{Initial: 100 * ms, Factor: 2, Max: 2 * sec, Jitter: Yes}, Stop: Yes, On: OnTransient, Effects: No,
				Note: "Retries only after SetRetryCount, and POST and PATCH only after SetRetryAllowNonIdempotent. SetTimeout is ignored when the context has a deadline."},
			{Fn: []string{"(*" + heim + "/{httpclient,hystrix}.Client).{Do,Get,Post,Put,Patch,Delete}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 1, Stop: No, On: OnTransient, Effects: Yes, SleepLast: true,
				Note: "Retries only with WithRetryCount(k), k+1 attempts, any method. Sleeps with time.Sleep, after the last attempt too; an ended context burns all attempts."},
			{Fn: []string{"(*" + req + "Request).{Send,Do,Get,Post,Put,Patch,Delete,Head,Options,MustGet,MustPost}"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + req + "Request).SetContext"}, Attempts: 1,
				Backoff: Backoff{Initial: 100 * ms, Factor: 1, Jitter: No, Known: true}, Stop: No, On: OnAnyError, Effects: Yes, Note: "Retries only after SetRetryCount or SetCommonRetryCount."},
			{Fn: []string{"(*" + rehttp + "Transport).RoundTrip"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxRequest}, Stop: Yes, On: OnUnknown, Effects: Maybe},
			{Fn: []string{"(*" + fast + "{Client,HostClient}).{Do,DoTimeout,DoDeadline}", fast + "{Do,DoTimeout,DoDeadline}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 5, Backoff: Backoff{Jitter: No, Known: true}, Stop: No, On: OnTransient, Effects: No,
				Note: "GET, HEAD, PUT, QUERY only, unless RetryIf says otherwise; streamed bodies never."},
			{Fn: []string{"(*" + elastic + "Client).Perform"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: CtxIn{Kind: CtxRequest}, Attempts: 4, Backoff: Backoff{Jitter: No}, Stop: Yes, On: OnTransient, Effects: Yes,
				Note: "Every method: 502, 503, 504 and every transport error."},
		},
		Calls: []Call{
			{Fn: []string{"(*" + rhttp + "Client).Do"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxRequest}, Obeys: Yes},
			{Fn: []string{"(*" + rhttp + "Client).{Get,Head,Post,PostForm}", rhttp + "{Get,Head,Post,PostForm}"}, Kind: WaitNet, Twin: rhttp + "NewRequestWithContext", Fix: FixRewrite,
				How: "build the request with retryablehttp.NewRequestWithContext and call the client's Do"},
			{Fn: []string{rhttp + "NewRequest"}, Builder: true, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{"(*" + resty2 + "Client).{R,NewRequest}", "(*" + req + "Client).{R,NewRequest}"}, Builder: true},
			{Fn: []string{"(*" + resty2 + "Request)." + verbs}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + resty2 + "Request).SetContext"}, Obeys: Yes, Twin: "(*" + resty2 + "Request).SetContext", Fix: FixMechanical, How: "put SetContext(ctx) into the chain"},
			{Fn: []string{"(*" + resty3 + "Request)." + verbs, "(*" + resty3 + "Request).{Query,Trace}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + resty3 + "Request).SetContext"}, Obeys: Yes, Twin: "(*" + resty3 + "Request).SetContext", Fix: FixMechanical, How: "put SetContext(ctx) into the chain"},
			{Fn: []string{"(*" + heim + "/{httpclient,hystrix}.Client).Do", "(" + heim + ".{Client,Doer}).Do"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxRequest}, Obeys: Maybe},
			{Fn: []string{"(*" + heim + "/{httpclient,hystrix}.Client).{Get,Post,Put,Patch,Delete}", "(" + heim + ".Client).{Get,Post,Put,Patch,Delete}"}, Kind: WaitNet, Fix: FixRewrite, How: "build the request with http.NewRequestWithContext and call the client's Do"},
			{Fn: []string{"(*" + req + "Request).{Send,Get,Post,Put,Patch,Delete,Head,Options,MustGet,MustPost}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: "(*" + req + "Request).SetContext"}, Obeys: Yes, Twin: "(*" + req + "Request).SetContext", Fix: FixMechanical, How: "put SetContext(ctx) into the chain"},
			{Fn: []string{"(*" + req + "Request).Do"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, How: "put SetContext(ctx) into the chain"},
			{Fn: []string{"(*" + fast + "Client).{Do,Get,Post,DoRedirects}", "(*" + fast + "HostClient).{Do,Get,Post,DoRedirects}", fast + "{Do,Get,Post,DoRedirects}"}, Kind: WaitNet, Twin: "(*" + fast + "Client).DoDeadline", Fix: FixAdapt, How: "use DoDeadline with the context's deadline"},
			{Fn: []string{"(*" + fast + "{Client,HostClient}).{DoTimeout,GetTimeout}", fast + "DoTimeout"}, Kind: WaitNet, BoundArg: 3},
			{Fn: []string{fast + "GetTimeout"}, Kind: WaitNet, BoundArg: 3},
			{Fn: []string{"(*" + fast + "{Client,HostClient}).{DoDeadline,GetDeadline}", fast + "{DoDeadline,GetDeadline}"}, Kind: WaitNet, Note: "bounded by the deadline in the last argument"},
			{Fn: []string{fast + "{Dial,DialDualStack}"}, Kind: WaitDial, Bound: 3 * sec},
			{Fn: []string{fast + "{DialTimeout,DialDualStackTimeout}"}, Kind: WaitDial, BoundArg: 2},
			{Fn: []string{"(*" + elastic + "Client).Perform"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxRequest}, Obeys: Yes},
		},
		Effects: []Effect{
			other("(*"+rhttp+"Client).Do", "(*"+rhttp+"RoundTripper).RoundTrip", "(*"+elastic+"Client).Perform"),
			post("(*"+rhttp+"Client).{Post,PostForm}", rhttp+"{Post,PostForm}"),
			kind(EffectRead, "(*"+rhttp+"Client).{Get,Head}", rhttp+"{Get,Head}"),
			other("(*"+resty2+"Request).{Execute,Send}", "(*"+resty3+"Request).{Execute,Send}", "(*"+req+"Request).{Send,Do}", "(*"+heim+"/{httpclient,hystrix}.Client).Do", "(*"+fast+"{Client,HostClient}).{Do,DoTimeout,DoDeadline,DoRedirects}", fast+"{Do,DoTimeout,DoDeadline,DoRedirects}"),
			post("(*"+resty2+"Request).Post", "(*"+resty3+"Request).Post", "(*"+req+"Request).{Post,MustPost}", "(*"+heim+"/{httpclient,hystrix}.Client).Post", "(*"+fast+"{Client,HostClient}).Post", fast+"Post"),
			patch("(*"+resty2+"Request).Patch", "(*"+resty3+"Request).Patch", "(*"+req+"Request).Patch", "(*"+heim+"/{httpclient,hystrix}.Client).Patch"),
			kind(EffectIdempotent, "(*"+resty2+"Request).{Put,Delete}", "(*"+resty3+"Request).{Put,Delete}", "(*"+req+"Request).{Put,Delete}", "(*"+heim+"/{httpclient,hystrix}.Client).{Put,Delete}"),
			kind(EffectRead, "(*"+resty2+"Request).{Get,Head,Options}", "(*"+resty3+"Request).{Get,Head,Options,Query,Trace}", "(*"+req+"Request).{Get,Head,Options,MustGet}", "(*"+heim+"/{httpclient,hystrix}.Client).Get",
				"(*"+fast+"{Client,HostClient}).{Get,GetTimeout,GetDeadline}", fast+"{Get,GetTimeout,GetDeadline}"),
		},
		Settings: []Setting{
			{Field: []string{rhttp + "Client.RetryMax"}, Knob: KnobRetries, DefaultN: 4, Zero: ZeroOff},
			{Field: []string{rhttp + "Client.RetryWaitMin"}, Knob: KnobDelay, Default: sec},
			{Field: []string{rhttp + "Client.RetryWaitMax"}, Knob: KnobMaxDelay, Default: 30 * sec},
			{Field: []string{rhttp + "Client.Backoff"}, Knob: KnobBackoff},
			{Field: []string{rhttp + "Client.CheckRetry"}, Knob: KnobRetryIf},
			{Field: []string{rhttp + "Client.HTTPClient"}, Knob: KnobNone, Note: "its Timeout bounds one attempt"},
			{Fn: []string{"(*" + resty2 + "Client).SetRetryCount"}, Knob: KnobRetries, Zero: ZeroOff},
			{Fn: []string{"(*" + resty2 + "Client).SetRetryWaitTime"}, Knob: KnobDelay, Default: 100 * ms},
			{Fn: []string{"(*" + resty2 + "Client).SetRetryMaxWaitTime"}, Knob: KnobMaxDelay, Default: 2 * sec},
			{Fn: []string{"(*" + resty2 + "Client).SetTimeout"}, Knob: KnobAttempt, Zero: ZeroNone},
			{Fn: []string{"(*" + resty2 + "Client).{AddRetryCondition,AddRetryAfterErrorCondition}", "(*" + resty2 + "Request).AddRetryCondition"}, Knob: KnobRetryIf, Arg: -1, Wraps: -1},
			{Fn: []string{"(*" + resty2 + "Client).SetRetryResetReaders", resty2 + "ResetMultipartReaders"}, Knob: KnobRewind},
			{Field: []string{resty2 + "Client.RetryResetReaders"}, Knob: KnobRewind},
			{Fn: []string{"(*" + resty2 + "Client).SetTransport", "(*" + resty3 + "Client).SetTransport"}, Knob: KnobTransport},
			{Fn: []string{"(*" + resty2 + "Request).SetContext", "(*" + resty3 + "Request).{SetContext,WithContext}", "(*" + req + "Request).SetContext"}, Knob: KnobCtx},
			{Fn: []string{"(*" + resty3 + "{Client,Request}).SetRetryCount"}, Knob: KnobRetries, Zero: ZeroOff},
			{Fn: []string{"(*" + resty3 + "{Client,Request}).SetRetryWaitTime"}, Knob: KnobDelay, Default: 100 * ms},
			{Fn: []string{"(*" + resty3 + "{Client,Request}).SetRetryMaxWaitTime"}, Knob: KnobMaxDelay, Default: 2 * sec},
			{Fn: []string{"(*" + resty3 + "{Client,Request}).SetTimeout"}, Knob: KnobAttempt, Zero: ZeroNone, Note: "ignored when the context has a deadline"},
			{Fn: []string{"(*" + resty3 + "{Client,Request}).SetRetryAllowNonIdempotent"}, Knob: KnobReplay},
			{Fn: []string{"(*" + resty3 + "Request).SetRetryConditions", "(*" + resty3 + "{Client,Request}).AddRetryConditions"}, Knob: KnobRetryIf},
			{Fn: []string{heim + "/{httpclient,hystrix}.WithRetryCount"}, Knob: KnobRetries, Zero: ZeroOff},
			{Fn: []string{heim + "/{httpclient,hystrix}.WithHTTPTimeout"}, Knob: KnobAttempt, Default: 30 * sec},
			{Fn: []string{heim + "/hystrix.WithHystrixTimeout"}, Knob: KnobAttempt, Default: 30 * sec, Note: "leaves the call running"},
			{Fn: []string{heim + "/{httpclient,hystrix}.WithRetrier"}, Knob: KnobPolicy},
			{Fn: []string{heim + ".NewConstantBackoff"}, Knob: KnobDelay, Note: "argument 1 is the jitter"},
			{Fn: []string{heim + ".NewExponentialBackoff"}, Knob: KnobDelay, Note: "argument 1 caps the delay"},
			{Fn: []string{"(*" + req + "Client).SetCommonRetryCount", "(*" + req + "Request).SetRetryCount"}, Knob: KnobRetries, Zero: ZeroOff, Negative: ZeroNone},
			{Fn: []string{"(*" + req + "Client).SetTimeout"}, Knob: KnobAttempt, Default: 2 * minute, Zero: ZeroNone},
			{Fn: []string{rehttp + "RetryMaxRetries"}, Knob: KnobRetries},
			{Fn: []string{rehttp + "ConstDelay"}, Knob: KnobDelay},
			{Fn: []string{rehttp + "ExpJitterDelay"}, Knob: KnobDelay, Note: "argument 1 caps the delay; random"},
			{Fn: []string{rehttp + "NewTransport"}, Knob: KnobPolicy, Arg: 1, Wraps: 0},
			{Field: []string{rehttp + "Transport.PerAttemptTimeout"}, Knob: KnobAttempt, Zero: ZeroNone},
			{Field: []string{fast + "{Client,HostClient}.{ReadTimeout,WriteTimeout}"}, Knob: KnobOp, Zero: ZeroNone},
			{Field: []string{fast + "{Client,HostClient}.MaxIdemponentCallAttempts"}, Knob: KnobAttempts, DefaultN: 5, Zero: ZeroDefault},
			{Field: []string{fast + "{Client,HostClient}.MaxConnWaitTimeout"}, Knob: KnobPoolWait},
			{Fn: []string{fast + "DoTimeout", "(*" + fast + "{Client,HostClient}).DoTimeout"}, Knob: KnobWhole, Arg: 2, Wraps: -1},
			{Field: []string{elastic + "Config.MaxRetries", "github.com/elastic/go-elasticsearch/{v7,v8}.Config.MaxRetries"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroDefault},
			{Field: []string{elastic + "Config.DisableRetry", "github.com/elastic/go-elasticsearch/{v7,v8}.Config.DisableRetry"}, Knob: KnobRetryOff},
			{Field: []string{elastic + "Config.RetryBackoff", "github.com/elastic/go-elasticsearch/{v7,v8}.Config.RetryBackoff"}, Knob: KnobBackoff},
		},
		CtxOps: []CtxOp{
			{Fn: []string{"(*" + resty2 + "Request).SetContext", "(*" + resty3 + "Request).{SetContext,WithContext,Clone}", "(*" + req + "Request).SetContext", rhttp + "NewRequestWithContext"}, Kind: CtxOpCarry},
			{Fn: []string{"(*" + rhttp + "Request).WithContext"}, Kind: CtxOpCarry, Copies: true},
			{Fn: []string{"(*" + resty2 + "Request).Context", "(*" + resty3 + "Request).Context"}, Kind: CtxOpSource, Parent: -1},
		},
		Carriers: []Carrier{
			{Type: []string{"*" + rhttp + "Request", "*" + resty2 + "Request", "*" + resty3 + "Request"}, Ctx: "$.Context()"},
		},
		Makers: []Maker{
			{Fn: []string{rhttp + "NewClient", "(*" + rhttp + "Client).StandardClient"}, Trait: TraitRetrying, Attempts: 5, Effects: Yes},
			{Fn: []string{rhttp + "NewClient", "(*" + rhttp + "Client).StandardClient"}, Trait: TraitNoTimeout},
			{Fn: []string{rhttp + "RoundTripper", rhttp + "Client"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "A RoundTripper without a Client uses NewClient's five attempts."},
			{Fn: []string{resty2 + "{New,NewWithClient}", resty3 + "{New,NewWithClient}"}, Trait: TraitNoTimeout, Note: "unless SetTimeout"},
			{Fn: []string{rehttp + "NewTransport"}, Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Maybe, Note: "as often as its RetryFn says, without RetryMaxRetries without bound"},
			{Fn: []string{heim + "/{httpclient,hystrix}.NewClient"}, Trait: TraitTimeout, Timeout: 30 * sec},
			{Fn: []string{"github.com/hashicorp/go-cleanhttp.{DefaultClient,DefaultPooledClient}"}, Trait: TraitNoTimeout},
			{Fn: []string{"github.com/elastic/go-elasticsearch/{v7,v8}.{NewClient,NewDefaultClient}", "github.com/elastic/go-elasticsearch/v8.NewTypedClient"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes},
			{Fn: []string{"github.com/opensearch-project/opensearch-go/v4.{NewClient,NewDefaultClient}"}, Trait: TraitRetrying, Attempts: 7, Effects: Yes},
		},
	}
}

// RunsBeforeSending reports whether the method of a client with this key is given
// a function that each request passes before it is sent, and that may set headers.
func RunsBeforeSending(key string) bool { return beforeSending[key] }

var beforeSending = map[string]bool{
	"(*github.com/go-resty/resty/v2.Client).OnBeforeRequest":   true,
	"(*github.com/go-resty/resty/v2.Client).SetPreRequestHook": true,
	"(*resty.dev/v3.Client).AddRequestMiddleware":              true,
	"(*resty.dev/v3.Client).SetRequestMiddlewares":             true,
	"(*github.com/imroc/req/v3.Client).OnBeforeRequest":        true,
}
