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
		database(libTransactions),
		libKubeWait,
		libStdHTTP,
		driven(libStdSQL),
		libStdNet,
		libStdMisc,
		libContext,
		libHandlersHTTP,
		libHandlersRPC,
		libHandlersJobs,
		libHTTPClients,
		apart(libRedis),
		driven(libORM),
		database(libPgx),
		database(libMongo),
		database(libNoSQL),
		libAWS,
		libGCP,
		libAzure,
		libKafka,
		libMessaging,
		libKube,
		libHashiCorp,
		libInfra,
		libRemote,
		libSaaS,
		libMisc,
		libQuiet,
		libIDs,
	} {
		all.Append(family())
	}
	return all
}

// database marks the calls of a family as exchanges with a database.
func database(family func() Rows) func() Rows {
	return func() Rows {
		rows := family()
		for i := range rows.Calls {
			rows.Calls[i].DB = true
		}
		return rows
	}
}

// apart marks the calls of a family as exchanges with a store that keeps out of
// the transactions of other databases.
func apart(family func() Rows) func() Rows {
	return func() Rows {
		rows := database(family)()
		for i := range rows.Calls {
			rows.Calls[i].Apart = true
		}
		return rows
	}
}

// driven marks the calls of a family as exchanges with whatever database the
// driver is for that the program imports.
func driven(family func() Rows) func() Rows {
	return func() Rows {
		rows := database(family)()
		for i := range rows.Calls {
			rows.Calls[i].Driven = true
		}
		return rows
	}
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
