package api

import (
	"slices"
	"strings"
)

// Classify says what a second run of a text in some language does, and why, in
// words for a message. What cannot be told is EffectUnknown.
func Classify(lang Lang, text string) (EffectKind, string) {
	switch lang {
	case LangSQL:
		return SQLEffect(text)
	case LangCQL:
		return cqlEffect(text)
	case LangMongo:
		return mongoEffect(text)
	case LangDynamo:
		return dynamoEffect(text)
	case LangRedis:
		return redisEffect(text)
	case LangLua:
		return luaEffect(text)
	case LangKube:
		return kubeEffect(text)
	}
	return EffectUnknown, ""
}

// cqlEffect judges Cassandra's dialect, in which INSERT and UPDATE overwrite.
func cqlEffect(text string) (EffectKind, string) {
	toks := sqlTokens(text)
	if len(toks) == 0 {
		return EffectUnknown, ""
	}
	if toks[0].is("begin") { // BEGIN [UNLOGGED] BATCH … APPLY BATCH
		if has(toks, "counter") {
			return EffectWrite, "adds to a counter"
		}
		kind, why := EffectIdempotent, "overwrites the same rows"
		for i, t := range toks {
			if !t.is("insert", "update", "delete") {
				continue
			}
			if k, w := cqlStatement(toks[i:]); sqlRank(k) > sqlRank(kind) {
				kind, why = k, w
			}
		}
		return kind, why
	}
	return cqlStatement(toks)
}

func cqlStatement(toks []sqlToken) (EffectKind, string) {
	switch {
	case toks[0].is("select"):
		return EffectRead, ""
	case toks[0].is("insert", "update", "delete"):
		if has(toks, "if") {
			return EffectConditional, "is conditional, and a lost answer reads as not applied"
		}
		for i, t := range toks {
			if t.kind == sqlWord && (t.text == "now" || t.text == "uuid") && i+1 < len(toks) && toks[i+1].is("(") {
				return EffectWrite, "writes another row each time"
			}
		}
	}
	if toks[0].is("update") {
		set := findTop(toks, "set")
		if set < 0 {
			return EffectUnknown, ""
		}
		rest := toks[set+1:]
		if i := findTop(rest, "where"); i >= 0 {
			rest = rest[:i]
		}
		for _, a := range splitCommas(rest) {
			if len(a) > 1 && a[1].is("+") && len(a) > 2 && a[2].is("=") { // c += 1
				return EffectUnknown, ""
			}
			col, expr := sqlAssignment(a)
			if col == "" {
				return EffectUnknown, ""
			}
			self := slices.ContainsFunc(expr, func(t sqlToken) bool { return t.name() == col })
			if !self || slices.ContainsFunc(expr, func(t sqlToken) bool { return t.is("{") }) { // adds to a set or map
				continue
			}
			if slices.ContainsFunc(expr, func(t sqlToken) bool { return t.is("[") }) {
				return EffectWrite, "appends to " + col
			}
			if slices.ContainsFunc(expr, func(t sqlToken) bool { return t.kind == sqlNumber }) {
				return EffectWrite, "adds to " + col
			}
			if slices.ContainsFunc(expr, func(t sqlToken) bool { return t.is("+", "-") }) {
				return EffectUnknown, "" // a counter, a list or a set
			}
		}
	}
	switch {
	case toks[0].is("insert", "update", "delete", "truncate"):
		return EffectIdempotent, "overwrites the same rows"
	}
	return EffectUnknown, ""
}

// mongoEffect judges update operators, found as strings that begin with "$".
func mongoEffect(text string) (EffectKind, string) {
	kind, why := EffectUnknown, ""
	for _, op := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
		switch op {
		case "$inc":
			return EffectWrite, "increments with $inc"
		case "$mul":
			return EffectWrite, "multiplies with $mul"
		case "$push", "$pushAll":
			return EffectWrite, "appends with " + op
		case "$pop":
			return EffectWrite, "removes an element with $pop"
		case "$set", "$unset", "$setOnInsert", "$addToSet", "$max", "$min", "$pull", "$pullAll", "$rename", "$currentDate":
			kind, why = EffectIdempotent, "sets the same values again"
		}
	}
	return kind, why
}

// dynamoEffect judges a DynamoDB update expression.
func dynamoEffect(text string) (EffectKind, string) {
	if strings.TrimSpace(text) == "" {
		return EffectUnknown, ""
	}
	var toks []string
	for _, f := range strings.FieldsFunc(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " , ", "=", " = ", "+", " + ", "-", " - ").Replace(text), func(r rune) bool {
		return r == ' ' || r == '\n' || r == '\t'
	}) {
		toks = append(toks, strings.ToLower(f))
	}
	section := ""
	kind, why := EffectIdempotent, "sets the same values again"
	var target string
	for i, t := range toks {
		switch t {
		case "set", "add", "remove", "delete":
			section = t
			if t == "add" {
				return EffectWrite, "adds with ADD"
			}
			continue
		}
		switch section {
		case "":
			return EffectUnknown, ""
		case "set":
			switch t {
			case "list_append":
				return EffectWrite, "appends with list_append"
			case "=":
				target = toks[max(i-1, 0)]
			case "+", "-":
				if i > 0 && slices.Contains(operand(toks[:i]), target) || i+1 < len(toks) && toks[i+1] == target {
					if t == "-" {
						return EffectWrite, "takes from " + target
					}
					return EffectWrite, "adds to " + target
				}
				kind, why = EffectUnknown, ""
			}
		case "remove":
			if strings.Contains(t, "[") {
				return EffectWrite, "removes a list element"
			}
		}
	}
	if section == "" {
		return EffectUnknown, ""
	}
	return kind, why
}

// operand returns the tokens of the operand before an operator: a name, or the
// call of if_not_exists.
func operand(toks []string) []string {
	n := len(toks) - 1
	if n < 0 || toks[n] != ")" {
		return toks[max(n, 0):]
	}
	for i := n; i >= 0; i-- {
		if toks[i] == "(" {
			return toks[i:]
		}
	}
	return toks
}

// Redis commands, in the spelling of go-redis's methods, by what a second run
// does. Case does not matter.
const (
	redisReads = `Get,MGet,StrLen,GetRange,Exists,TTL,PTTL,Type,Keys,Scan,ScanType,RandomKey,Dump,ObjectRefCount,ObjectEncoding,ObjectIdleTime,ExpireTime,PExpireTime,` +
		`HGet,HGetAll,HMGet,HExists,HKeys,HVals,HLen,HScan,HScanNoValues,HRandField,HRandFieldWithValues,HStrLen,HTTL,HPTTL,HExpireTime,HPExpireTime,` +
		`LRange,LLen,LIndex,LPos,LPosCount,SMembers,SMembersMap,SIsMember,SMIsMember,SCard,SDiff,SInter,SInterCard,SUnion,SRandMember,SRandMemberN,SScan,` +
		`ZRange,ZRangeWithScores,ZRangeByScore,ZRangeByScoreWithScores,ZRangeByLex,ZRangeArgs,ZRangeArgsWithScores,ZRevRange,ZRevRangeWithScores,ZRevRangeByScore,ZRevRangeByScoreWithScores,ZRevRangeByLex,` +
		`ZScore,ZMScore,ZRank,ZRankWithScore,ZRevRank,ZRevRankWithScore,ZCard,ZCount,ZLexCount,ZScan,ZDiff,ZDiffWithScores,ZInter,ZInterWithScores,ZInterCard,ZUnion,ZUnionWithScores,ZRandMember,ZRandMemberWithScores,` +
		`GetBit,BitCount,BitPos,BitPosSpan,BitFieldRO,PFCount,GeoPos,GeoDist,GeoHash,GeoSearch,GeoSearchLocation,GeoRadius,GeoRadiusByMember,` +
		`XLen,XRange,XRangeN,XRevRange,XRevRangeN,XRead,XReadStreams,XPending,XPendingExt,XInfoStream,XInfoStreamFull,XInfoGroups,XInfoConsumers,` +
		`Ping,Echo,Info,DBSize,Time,LastSave,MemoryUsage,PubSubChannels,PubSubNumSub,PubSubNumPat,ClientList,ClientID,ClientInfo,ConfigGet,Command,ClusterInfo,ClusterNodes,ClusterSlots,ClusterShards,SlowLogGet,ScriptExists,` +
		`JSONGet,JSONMGet,JSONType,JSONObjKeys,JSONObjLen,JSONArrLen,JSONArrIndex,JSONStrLen,BFExists,BFMExists,BFCard,BFInfo,FTSearch,FTSearchWithArgs,FTAggregate,FTInfo,TSGet,TSRange,TSMGet,TSMRange,SortRO,LCS,EvalRO,EvalShaRO`
	redisIdempotent = `Set,SetEx,SetArgs,MSet,SetRange,SetBit,GetEx,Del,Unlink,Expire,ExpireAt,PExpire,PExpireAt,ExpireNX,ExpireXX,ExpireGT,ExpireLT,Persist,Touch,Restore,RestoreReplace,Copy,` +
		`HSet,HMSet,HDel,HExpire,HPExpire,HExpireAt,HPExpireAt,HPersist,HSetEXWithArgs,HGetEX,LSet,LTrim,LRem,SAdd,SRem,SMove,SDiffStore,SInterStore,SUnionStore,` +
		`ZAdd,ZAddNX,ZAddXX,ZAddLT,ZAddGT,ZAddArgs,ZRem,ZRemRangeByRank,ZRemRangeByScore,ZRemRangeByLex,ZRangeStore,ZDiffStore,ZInterStore,ZUnionStore,BitOpAnd,BitOpOr,BitOpNot,PFAdd,PFMerge,GeoAdd,GeoSearchStore,` +
		`XAck,XDel,XTrimMaxLen,XTrimMaxLenApprox,XTrimMinID,XTrimMinIDApprox,XGroupCreate,XGroupCreateMkStream,XGroupSetID,XGroupDestroy,XGroupCreateConsumer,XGroupDelConsumer,XClaim,XClaimJustID,` +
		`ConfigSet,ScriptLoad,ScriptFlush,FlushDB,FlushAll,FlushDBAsync,FlushAllAsync,Save,BgSave,Select,JSONSet,JSONDel,JSONMSet,JSONMerge,JSONClear,BFAdd,BFMAdd,BFReserve,FTCreate,FTDropIndex,TSAdd,TSCreate,Auth`
	redisWrites = `Incr,IncrBy,IncrByFloat,Decr,DecrBy,HIncrBy,HIncrByFloat,ZIncrBy,ZAddArgsIncr,Append,LPush,LPushX,RPush,RPushX,LInsert,LInsertBefore,LInsertAfter,Publish,SPublish,BitOpXor,BitField,` +
		`JSONNumIncrBy,JSONArrAppend,JSONArrInsert,JSONStrAppend,JSONToggle,TSIncrBy,TSDecrBy,CFAdd,CMSIncrBy,TopKIncrBy`
	redisStreams     = `XAdd`
	redisConsumes    = `LPop,LPopCount,RPop,RPopCount,BLPop,BRPop,LMPop,BLMPop,SPop,SPopN,ZPopMin,ZPopMax,BZPopMin,BZPopMax,ZMPop,BZMPop,LMove,BLMove,RPopLPush,BRPopLPush,GetDel,GetSet,HGetDel,XReadGroup,XAutoClaim,XAutoClaimJustID,JSONArrPop`
	redisConditional = `SetNX,SetXX,MSetNX,HSetNX,Rename,RenameNX,CFAddNX`
)

func redisEffect(text string) (EffectKind, string) {
	cmd, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if cmd == "" {
		return EffectUnknown, ""
	}
	in := func(list string) bool { return inList(list, cmd) }
	switch {
	case in(redisReads):
		return EffectRead, ""
	case in(redisWrites), in(redisStreams):
		return EffectWrite, "runs " + strings.ToUpper(cmd)
	case in(redisConsumes):
		return EffectConsume, "takes an element away with " + strings.ToUpper(cmd)
	case in(redisConditional):
		return EffectConditional, "writes on a condition"
	case in(redisIdempotent):
		return EffectIdempotent, "sets the same values again"
	}
	return EffectUnknown, ""
}

// kubeEffect judges the type of a patch.
func kubeEffect(text string) (EffectKind, string) {
	switch text {
	case "application/merge-patch+json", "application/strategic-merge-patch+json", "application/apply-patch+yaml", "application/apply-patch+cbor":
		return EffectIdempotent, "sets the same values again"
	}
	return EffectUnknown, "" // a JSON patch may add to a list
}
