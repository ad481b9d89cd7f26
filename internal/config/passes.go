package config

// A PassInfo is what a configuration has to know of a pass.
type PassInfo struct {
	Name string
	Off  bool // unless it is enabled
}

// Passes are the passes of the suite, in the order of their names; a test of
// the suite compares them. They are listed here because this package is below
// the rules.
var Passes = []PassInfo{
	{Name: "ctxblock"},
	{Name: "ctxdead"},
	{Name: "ctxdetach"},
	{Name: "ctxdrop"},
	{Name: "ctxloop"},
	{Name: "ctxmissing", Off: true},
	{Name: "ctxswallow"},
	{Name: "ctxwait"},
	{Name: "directives"},
	{Name: "fanout", Off: true},
	{Name: "lockwait"},
	{Name: "notimeout"},
	{Name: "orphan"},
	{Name: "retrybody"},
	{Name: "retrybudget"},
	{Name: "retrydelay"},
	{Name: "retryeffect"},
	{Name: "retryerror"},
	{Name: "retrylimit"},
	{Name: "retrynested"},
	{Name: "retrystate"},
	{Name: "retrytimeout"},
	{Name: "timeoutorder"},
}

// IsPass reports whether a pass has the name.
func IsPass(name string) bool {
	for _, p := range Passes {
		if p.Name == name {
			return true
		}
	}
	return false
}
