package api

import (
	"slices"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
	tests := []struct {
		glob, s string
		want    bool
	}{
		{"a/b", "a/b", true},
		{"a/b", "a/bc", false},
		{"a/*", "a/b", true},
		{"a/*", "a/b/c", false},
		{"a/*/c", "a/b/c", true},
		{"a/**", "a/b/c", true},
		{"a/**/d", "a/b/c/d", true},
		{"*mdable", "cmdable", true},
		{"*mdable", "StringCmdable", true},
		{"*mdable", "mdables", false},
		{"a/v#", "a", true},
		{"a/v#", "a/v5", true},
		{"a/v#", "a/v12", true},
		{"a/v#", "a/v", false},
		{"a/v#", "a/v5x", false},
		{"a/v#/b", "a/b", true},
		{"a/v#/b", "a/v82/b", true},
		{"a/v#/b", "a/vb/b", false},
		{"*", "", true},
		{"", "", true},
		{"", "a", false},
	}
	for _, tt := range tests {
		if got := glob(tt.glob, tt.s); got != tt.want {
			t.Errorf("glob(%q, %q) = %v", tt.glob, tt.s, got)
		}
	}
}

func TestExpand(t *testing.T) {
	got := expand("x{,/v2}.{A,B}")
	want := []string{"x.A", "x.B", "x/v2.A", "x/v2.B"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := expand("plain{"); !slices.Equal(got, []string{"plain{"}) {
		t.Errorf("%q", got)
	}
}

func testTable() *Table {
	return New(Rows{
		Calls: []Call{
			{Fn: []string{"(*database/sql.DB).{Query,Exec}"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"net.{LookupHost,LookupMX}"}, Kind: WaitDNS, Twin: "(*net.Resolver).$", Fix: FixMechanical},
			{Fn: []string{"os/exec.Command"}, Kind: WaitProc, Twin: "os/exec.CommandContext", Fix: FixMechanical},
			{Fn: []string{"(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).Special"}, Kind: WaitPool},
			{Fn: []string{"(*github.com/aws/aws-sdk-go-v2/service/*.Client).*"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxArg}},
			{Fn: []string{"(~github.com/redis/go-redis/v9.{*mdable,Tx,*Pipeline}).{Get,Set}"}, Kind: WaitNet},
			{Fn: []string{"github.com/stripe/stripe-go/v#/refund.New"}, Kind: WaitNet},
			{Fn: []string{"(*example.com/x/**.Client).Do"}, Kind: WaitNet},
			{Fn: []string{"(~example.com/y.T).M"}, Kind: WaitLock},
		},
		Settings: []Setting{{Field: []string{"net/http.Client.Timeout"}, Knob: KnobWhole}, {Field: []string{"github.com/google/x/v#/y.Config.Wait"}, Knob: KnobDelay}},
		Handlers: []Handler{
			{Framework: "http", Type: []string{"net/http.HandlerFunc"}, Params: []string{"net/http.ResponseWriter", "*net/http.Request"}},
			{Framework: "params", Params: []string{"net/http.ResponseWriter", "*net/http.Request", "github.com/x/httprouter.Params"}},
			{Framework: "discord", Params: []string{"*github.com/d/discord.Session", "*github.com/d/discord.*"}},
			{Framework: "mcp", Params: []string{"context.Context", "*github.com/m/mcp.Request", "..."}},
			{Framework: "grpc", Embeds: []string{"Unimplemented"}, Reg: []string{"**.Register*Server"}, RegArg: 1, RegMethods: true},
		},
		Makers: []Maker{
			{Fn: []string{"example.com/r.New"}, Trait: TraitRetrying, Attempts: 5},
			{Fn: []string{"example.com/r.New"}, Trait: TraitNoTimeout},
		},
		Types: []TypeTrait{{Type: []string{"bytes.Buffer"}, Trait: TraitMemory}},
		Quiet: []string{"go.uber.org/zap{,/**}", "github.com/prometheus/client_golang/prometheus{,/promauto}"},
	})
}

func TestTable(t *testing.T) {
	tab := testTable()
	kinds := map[string]WaitKind{
		"(*database/sql.DB).Query":                                       WaitNet,
		"(database/sql.DB).Query":                                        WaitNone,
		"(*database/sql.DB).QueryContext":                                WaitNone,
		"(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessage": WaitNet,
		"(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).Special":     WaitPool, // exact beats the pattern
		"(github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessage":  WaitNone,
		"(*github.com/aws/aws-sdk-go-v2/service/sqs/x.Client).Op":        WaitNone,
		"github.com/aws/aws-sdk-go-v2/service/sqs.Client":                WaitNone,
		"(github.com/redis/go-redis/v9.cmdable).Get":                     WaitNet,
		"(github.com/redis/go-redis/v9.StringCmdable).Set":               WaitNet,
		"(*github.com/redis/go-redis/v9.Tx).Get":                         WaitNet,
		"(*github.com/redis/go-redis/v9.Txn).Get":                        WaitNone,
		"(github.com/redis/go-redis/v8.cmdable).Get":                     WaitNone,
		"(github.com/redis/go-redis/v9.cmdable).Del":                     WaitNone,
		"github.com/stripe/stripe-go/v82/refund.New":                     WaitNet,
		"github.com/stripe/stripe-go/refund.New":                         WaitNet,
		"github.com/stripe/stripe-go/v82x/refund.New":                    WaitNone,
		"(*example.com/x/a/b.Client).Do":                                 WaitNet,
		"(*example.com/y.T).M":                                           WaitLock,
		"(example.com/y.T).M":                                            WaitLock,
		"example.com/y.M":                                                WaitNone,
		"":                                                               WaitNone,
	}
	for key, want := range kinds {
		got := WaitNone
		if c := tab.Call(key); c != nil {
			got = c.Kind
		}
		if got != want {
			t.Errorf("%s: kind %d, want %d", key, got, want)
		}
	}
	c := tab.Call("(*database/sql.DB).Query")
	if c.Twin != "(*database/sql.DB).QueryContext" || c.Lib != "(*sql.DB).Query" || c.How != "use QueryContext with the context" {
		t.Errorf("%+v", c)
	}
	if c := tab.Call("net.LookupMX"); c.Twin != "(*net.Resolver).LookupMX" {
		t.Errorf("%+v", c)
	}
	if c := tab.Call("os/exec.Command"); c.How != "use exec.CommandContext with the context" {
		t.Errorf("%+v", c)
	}
	if s := tab.FieldSetting("net/http.Client.Timeout"); s == nil || s.Knob != KnobWhole || s.Lib != "(http.Client).Timeout" {
		t.Errorf("%+v", s)
	}
	if s := tab.FieldSetting("github.com/google/x/v3/y.Config.Wait"); s == nil {
		t.Error("versioned field not found")
	}
	if s := tab.FieldSetting("net/http.Client.Jar"); s != nil {
		t.Errorf("%+v", s)
	}
	if ms := tab.Makers("example.com/r.New"); len(ms) != 2 {
		t.Errorf("%d makers", len(ms))
	}
	if m := tab.HasTrait("example.com/r.New", TraitNoTimeout); m == nil {
		t.Error("no trait")
	}
	if tr := tab.TypeTrait("*bytes.Buffer"); tr != TraitMemory {
		t.Errorf("trait %d", tr)
	}
	for path, want := range map[string]bool{
		"go.uber.org/zap": true, "go.uber.org/zap/zapcore": true, "go.uber.org/zapx": false, "go.uber.org/fx": false,
		"github.com/prometheus/client_golang/prometheus": true, "github.com/prometheus/client_golang/prometheus/push": false,
	} {
		if got := tab.Quiet(path); got != want {
			t.Errorf("Quiet(%q) = %v", path, got)
		}
	}
	for path, want := range map[string]bool{
		"database/sql": true, "github.com/aws/aws-sdk-go-v2/service/sqs": true, "github.com/aws/aws-sdk-go-v2/config": false,
		"github.com/stripe/stripe-go/v82/refund": true, "example.com/r": true, "": false,
	} {
		if got := tab.Knows(path); got != want {
			t.Errorf("Knows(%q) = %v", path, got)
		}
	}
}

func TestHandlers(t *testing.T) {
	tab := testTable()
	match := func(keys ...string) string {
		for _, h := range tab.Handlers() {
			if len(h.Params) > 0 && matchParams(h.Params, keys) {
				return h.Framework
			}
		}
		return ""
	}
	for want, keys := range map[string][]string{
		"http":    {"net/http.ResponseWriter", "*net/http.Request"},
		"params":  {"net/http.ResponseWriter", "*net/http.Request", "github.com/x/httprouter.Params"},
		"discord": {"*github.com/d/discord.Session", "*github.com/d/discord.Ready"},
		"mcp":     {"context.Context", "*github.com/m/mcp.Request", "In"},
		"":        {"net/http.ResponseWriter"},
	} {
		if got := match(keys...); got != want {
			t.Errorf("%q: %q, want %q", keys, got, want)
		}
	}
	if got := match("*github.com/d/discord.Session", "github.com/d/discord.Ready"); got != "" {
		t.Errorf("value for pointer: %q", got)
	}
	if h := tab.HandlerByReg("example.com/pb.RegisterGreeterServer"); h == nil || h.Framework != "grpc" {
		t.Errorf("%+v", h)
	}
	if h := tab.HandlerByReg("(*example.com/pb.X).RegisterGreeterServer"); h != nil {
		t.Errorf("%+v", h)
	}
	if hs := tab.HandlersByEmbed("UnimplementedGreeterServer"); len(hs) != 1 {
		t.Errorf("%d", len(hs))
	}
	if h := tab.HandlerByType("net/http.HandlerFunc"); h == nil || h.Framework != "http" {
		t.Errorf("%+v", h)
	}
}

// Rows of a user win over ours, even as patterns over exact keys.
func TestExtend(t *testing.T) {
	tab := New(
		Rows{Calls: []Call{{Fn: []string{"example.com/a.F"}, Kind: WaitNet}, {Fn: []string{"example.com/a.G"}, Kind: WaitNet}}},
		Rows{Calls: []Call{{Fn: []string{"example.com/a.*"}, Kind: WaitLock}}},
		Rows{Calls: []Call{{Fn: []string{"example.com/a.G"}, Kind: WaitPool}}},
	)
	if c := tab.Call("example.com/a.F"); c.Kind != WaitLock {
		t.Errorf("F: %d", c.Kind)
	}
	if c := tab.Call("example.com/a.G"); c.Kind != WaitPool {
		t.Errorf("G: %d", c.Kind)
	}
}

// A pattern made by putting a wildcard into a key must match that key, and the
// index must find what a plain walk over all patterns finds.
func FuzzMatch(f *testing.F) {
	f.Add("(*github.com/aws/aws-sdk-go-v2/service/sqs.Client).SendMessage", 30, 5)
	f.Add("github.com/cenkalti/backoff/v4.Retry", 3, 2)
	f.Add("(github.com/redis/go-redis/v9.cmdable).Get", 20, 9)
	f.Add("net/http.Client", 0, 1)
	f.Fuzz(func(t *testing.T, key string, at, n int) {
		p := splitKey(key)
		if strings.ContainsAny(key, "{}~#*") && !strings.HasPrefix(key, "(*") || strings.ContainsAny(p.pkg+p.recv+p.name, "{}~#*") {
			return // not a key
		}
		if p.pkg == "" || p.name == "" {
			return
		}
		if strings.HasPrefix(key, "(") && (p.recv == "" || strings.Count(key, ").") != 1) {
			return
		}
		whole := key
		if p.recv == "" && p.ptr {
			return
		}
		ix := newIndex([]Call{{Fn: []string{whole}}}, splitKey, func(c *Call) []string { return c.Fn }, completeCall)
		if ix.find(whole) == nil {
			t.Fatalf("exact key %q not found", whole)
		}
		// Replace up to n bytes from at in the package path by a wildcard.
		if at < 0 || at >= len(p.pkg) || n < 0 || at+n > len(p.pkg) {
			return
		}
		star := "*"
		if strings.Contains(p.pkg[at:at+n], "/") {
			star = "**"
		}
		start := strings.Index(whole, p.pkg)
		pat := whole[:start+at] + star + whole[start+at+n:]
		if q := splitKey(pat); q.recv != p.recv || q.name != p.name || q.ptr != p.ptr {
			return // the wildcard ate a separator
		}
		ix = newIndex([]Call{{Fn: []string{pat}}}, splitKey, func(c *Call) []string { return c.Fn }, completeCall)
		if ix.find(whole) == nil {
			t.Fatalf("pattern %q does not find %q", pat, whole)
		}
		if !newPattern(splitKey(pat)).match(p) {
			t.Fatalf("pattern %q does not match %q", pat, whole)
		}
	})
}

func BenchmarkMiss(b *testing.B) {
	tab := Default()
	for b.Loop() {
		tab.Call("(*github.com/example/service/internal/store.Repository).FindByID")
	}
}

func BenchmarkHit(b *testing.B) {
	tab := Default()
	for b.Loop() {
		tab.Call("(*database/sql.DB).Query")
	}
}

func BenchmarkPattern(b *testing.B) {
	tab := Default()
	for b.Loop() {
		tab.Effect("(github.com/redis/go-redis/v9.cmdable).Incr")
	}
}
