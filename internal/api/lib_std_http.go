package api

// libStdHTTP is net/http.
func libStdHTTP() Rows {
	const h = "net/http."
	const requestHow = "build the request with http.NewRequestWithContext and call the client's Do"
	return Rows{
		Calls: []Call{
			{Fn: []string{h + "{Get,Head,Post,PostForm}"}, Kind: WaitNet, Twin: h + "NewRequestWithContext", Fix: FixRewrite,
				How: requestHow, Note: "http.DefaultClient has no timeout."},
			{Fn: []string{"(*net/http.Client).{Get,Head,Post,PostForm}"}, Kind: WaitNet, Twin: h + "NewRequestWithContext", Fix: FixRewrite, How: requestHow},
			{Fn: []string{"(*net/http.Client).Do", "(*net/http.Transport).RoundTrip", "(net/http.RoundTripper).RoundTrip"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxRequest}, Obeys: Yes,
				Note: "Repeats by itself only on a reused connection, if no byte was written or the request is replayable: body nil or with GetBody, and GET, HEAD, OPTIONS, TRACE or an Idempotency-Key header. Never on a timeout or a status."},
			{Fn: []string{h + "NewRequest"}, Kind: WaitNone, Builder: true, Twin: h + "NewRequestWithContext", Fix: FixMechanical},
			{Fn: []string{"net/http/httptest.NewRequest"}, Kind: WaitNone, Builder: true, Never: true, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{h + "{ListenAndServe,ListenAndServeTLS,Serve,ServeTLS}", "(*net/http.Server).{ListenAndServe,ListenAndServeTLS,Serve,ServeTLS}"}, Kind: WaitServer, Never: true,
				Note: "Ended by Shutdown, which needs a fresh context with a limit."},
			{Fn: []string{"(*net/http.Server).Shutdown"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes, Unblocks: true,
				Note: "Does not cancel handlers' contexts and ignores hijacked connections."},
			{Fn: []string{"(*net/http.Server).Close", "(*net/http.Client).CloseIdleConnections", "(*net/http.Transport).CloseIdleConnections"}, Unblocks: true},
			{Fn: []string{"(*net/http.Request).{ParseForm,ParseMultipartForm,FormValue,PostFormValue,FormFile,MultipartReader}"}, Kind: WaitIO, Never: true, Ctx: CtxIn{Kind: CtxReceiver}, Obeys: Yes},
			{Fn: []string{"(net/http.ResponseWriter).{Write,WriteHeader}", "(net/http.Flusher).Flush"}, Kind: WaitIO, Never: true},
			{Fn: []string{"(*net/http.ResponseController).{SetReadDeadline,SetWriteDeadline}"}, Unblocks: true},
			{Fn: []string{"net/http/httputil.{DumpRequestOut,DumpResponse,DumpRequest}"}, Never: true},
			{Fn: []string{"(*net/http/httputil.ReverseProxy).ServeHTTP"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxRequest, Arg: 1}, Obeys: Yes},
			{Fn: []string{"(net/http.Handler).ServeHTTP", "(net/http.HandlerFunc).ServeHTTP"}, Never: true, Ctx: CtxIn{Kind: CtxRequest, Arg: 1}, Obeys: Yes},
		},
		Effects: []Effect{
			{Fn: []string{"(*net/http.Client).Do", "(*net/http.Transport).RoundTrip", "(net/http.RoundTripper).RoundTrip"}, Kind: EffectHTTP, Default: EffectUnknown,
				Key: []string{"Idempotency-Key", "X-Idempotency-Key", "If-Match", "If-None-Match", "If-Unmodified-Since"}, What: "sends the request",
				Safe: "an Idempotency-Key header made before the first attempt"},
			{Fn: []string{h + "{Post,PostForm}", "(*net/http.Client).{Post,PostForm}"}, Kind: EffectWrite, What: "posts the request", Safe: "a request with an Idempotency-Key header made before the first attempt"},
			{Fn: []string{h + "{Get,Head}", "(*net/http.Client).{Get,Head}"}, Kind: EffectRead},
		},
		Runners: []Runner{
			{Fn: []string{h + "TimeoutHandler"}, Op: 0, Limit: true, Later: true, Leaves: Yes, Note: "Cancels r.Context() and answers 503; the handler goes on."},
		},
		Settings: []Setting{
			{Field: []string{"net/http.Client.Timeout"}, Knob: KnobWhole, Zero: ZeroNone,
				Note: "The whole exchange with redirects and the body; with a retrying RoundTripper inside, all attempts; with the loop outside, each attempt."},
			{Field: []string{"net/http.Client.Transport"}, Knob: KnobTransport},
			{Field: []string{"net/http.Transport.{DialContext,DialTLSContext,Dial}"}, Knob: KnobNone, Note: "A function with a limit of its own, such as a net.Dialer's; nil has none. 30s in http.DefaultTransport."},
			{Field: []string{"net/http.Transport.ResponseHeaderTimeout"}, Knob: KnobPhase, Zero: ZeroNone},
			{Field: []string{"net/http.Transport.TLSHandshakeTimeout"}, Knob: KnobPhase, Zero: ZeroNone, Note: "10s in http.DefaultTransport."},
			{Field: []string{"net/http.Transport.ExpectContinueTimeout"}, Knob: KnobPhase, Zero: ZeroNone, Note: "1s in http.DefaultTransport."},
			{Field: []string{"net/http.Transport.IdleConnTimeout"}, Knob: KnobIdle, Zero: ZeroNone, Note: "90s in http.DefaultTransport."},
			{Field: []string{"net/http.Server.ReadHeaderTimeout"}, Knob: KnobServerHeader, Zero: ZeroDefault, Note: "zero means ReadTimeout"},
			{Field: []string{"net/http.Server.ReadTimeout"}, Knob: KnobServerRead, Zero: ZeroNone},
			{Field: []string{"net/http.Server.WriteTimeout"}, Knob: KnobServerWrite, Zero: ZeroNone, Note: "From the end of the headers to the end of the response; neither cancels r.Context() nor stops the handler."},
			{Field: []string{"net/http.Server.IdleTimeout"}, Knob: KnobIdle, Zero: ZeroDefault, Note: "zero means ReadTimeout"},
			{Fn: []string{h + "TimeoutHandler"}, Knob: KnobHandler, Arg: 1, Wraps: 0},
			{Fn: []string{"(*net/http.ResponseController).SetReadDeadline"}, Knob: KnobServerRead, Note: "absolute, for one request"},
			{Fn: []string{"(*net/http.ResponseController).SetWriteDeadline"}, Knob: KnobServerWrite, Note: "absolute, for one request"},
		},
		CtxOps: []CtxOp{
			{Fn: []string{"(*net/http.Request).Context"}, Kind: CtxOpSource, Parent: -1, Live: Yes, Note: "On the client's side Background unless set."},
			{Fn: []string{"(*net/http.Request).{WithContext,Clone}"}, Kind: CtxOpCarry, Copies: true},
			{Fn: []string{h + "NewRequestWithContext", "net/http/httptest.NewRequestWithContext"}, Kind: CtxOpCarry},
		},
		Carriers: []Carrier{
			{Type: []string{"*net/http.Request"}, Ctx: "$.Context()"},
			{Type: []string{"*net/http.Response"}, Ctx: "$.Request.Context()"},
		},
		Makers: []Maker{
			{Fn: []string{h + "{DefaultClient,DefaultTransport}", "net/http.Client"}, Trait: TraitNoTimeout, Note: "A literal has a limit only if Timeout is set."},
			{Fn: []string{"net/http.Transport"}, Trait: TraitNoTimeout, Note: "A literal loses every default of http.DefaultTransport."},
			{Fn: []string{"(*net/http.Transport).Clone"}, Trait: TraitSame, Of: RecvArg},
			{Fn: []string{h + "{ListenAndServe,ListenAndServeTLS,Serve,ServeTLS}"}, Trait: TraitNoTimeout, Note: "the server they make has no limit at all"},
			{Fn: []string{h + "MaxBytesReader"}, Trait: TraitSame, Of: 1},
			{Fn: []string{h + "NoBody"}, Trait: TraitReplayable},
		},
		Types: []TypeTrait{
			{Type: []string{"net/http/httptest.ResponseRecorder"}, Trait: TraitMemory},
		},
	}
}

// LimitsAnswer reports whether the field with a key limits the wait for an answer,
// from the end of the request on, but not the reading of the answer.
func LimitsAnswer(key string) bool { return key == "net/http.Transport.ResponseHeaderTimeout" }
