package api

import (
	"strings"
	"time"
)

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
		libRedis,
		libORM,
		libPgx,
		libMongo,
		libNoSQL,
		libAWS,
		libGCP,
		libAzure,
		libKafka,
		libMessaging,
		libKube,
		libHashiCorp,
		libInfra,
		libSaaS,
		libMisc,
		libQuiet,
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

// withContext puts the suffix to each name of a list.
func withContext(names string) string {
	return strings.ReplaceAll(names, ",", "WithContext,") + "WithContext"
}
