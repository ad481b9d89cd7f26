package timeoutorder

import (
	"go/ast"
	"go/constant"
	"regexp"
	"strings"
	"time"

	"github.com/faultlint/faultlint/internal/code"
	"github.com/faultlint/faultlint/internal/rule"
)

// A parameter of a query in the text of an address: ?wait=30s, &wait=%s.
var inQuery = regexp.MustCompile(`[?&]([A-Za-z_-]+)=(\d+(?:ms|s|m|h)\b|%[sv])`)

// inText compares a wait that is written out in the text of an address.
func inText(p *rule.Pass, f *code.Func, lit *ast.BasicLit) {
	v := p.Code.Info.Types[lit].Value
	if v == nil || v.Kind() != constant.String {
		return
	}
	for _, m := range inQuery.FindAllStringSubmatch(constant.StringVal(v), -1) {
		if d, err := time.ParseDuration(m[2]); err == nil && namesWait(m[1]) {
			outlasts(p, f, lit, lit, d)
		}
	}
}

// inFormat compares a wait that a format puts into an address: fmt.Sprintf("…?wait=%s", d).
func inFormat(p *rule.Pass, f *code.Func, call *ast.CallExpr) {
	if len(call.Args) < 2 {
		return
	}
	v := p.Code.Info.Types[call.Args[0]].Value
	if v == nil || v.Kind() != constant.String {
		return
	}
	format := constant.StringVal(v)
	for _, m := range inQuery.FindAllStringSubmatchIndex(format, -1) {
		if format[m[4]] != '%' || !namesWait(format[m[2]:m[3]]) {
			continue
		}
		// Which verb it is: those with a width of their own taken from an argument are not counted out.
		i := 1 + strings.Count(strings.ReplaceAll(format[:m[4]], "%%", ""), "%")
		if i < len(call.Args) && !strings.Contains(format, "*") && !strings.Contains(format, "%[") {
			longer(p, f, call.Args[i], call)
		}
	}
}
