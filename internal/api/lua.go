package api

import (
	"regexp"
	"strings"
)

// Calls in the scripts that Redis runs: redis.call('INCRBY', KEYS[1], 1). What is
// not a constant command has no second group.
var luaCall = regexp.MustCompile(`redis\.p?call\s*\(\s*(?:'([A-Za-z.]+)'|"([A-Za-z.]+)")?`)

// luaAside are commands that no script decides by whether it has run before.
const luaAside = `TTL,PTTL,EXPIRE,PEXPIRE,EXPIREAT,PEXPIREAT,TIME,DEL,LTRIM,ZREMRANGEBYSCORE,ZREMRANGEBYRANK,XTRIM`

// luaEffect judges a script by the commands that it runs. One that looks at
// something first, or writes on a condition, may know that it has run: nothing is
// said of it.
func luaEffect(text string) (EffectKind, string) {
	kind, why := EffectUnknown, ""
	for _, m := range luaCall.FindAllStringSubmatch(text, -1) {
		cmd := m[1] + m[2]
		switch k, _ := redisEffect(cmd); {
		case cmd == "":
			return EffectUnknown, ""
		case inList(luaAside, cmd):
		case k == EffectWrite || k == EffectConsume:
			if kind != EffectWrite {
				kind, why = k, "runs "+strings.ToUpper(cmd)
			}
		default:
			return EffectUnknown, ""
		}
	}
	return kind, why
}

func inList(list, name string) bool {
	for s := range strings.SplitSeq(list, ",") {
		if strings.EqualFold(s, name) {
			return true
		}
	}
	return false
}
