package api

import "time"

// builtin is all that faultlint knows by itself: a function for each family of
// libraries, in files lib_*.go.
func builtin() Rows {
	var all Rows
	for _, family := range []func() Rows{
		libCenkalti,
		libRetry,
		libResilience,
		libTransactions,
		libKubeWait,
		libStdHTTP,
		libStdSQL,
		libStdNet,
		libStdMisc,
		libContext,
		libHandlersHTTP,
		libHandlersRPC,
		libHandlersJobs,
		libHTTPClients,
		libIDs,
	} {
		all.Append(family())
	}
	return all
}

// ctxArg is a context in argument i.
func ctxArg(i int) CtxIn { return CtxIn{Kind: CtxArg, Arg: i} }

const (
	ms     = time.Millisecond
	sec    = time.Second
	minute = time.Minute
)
