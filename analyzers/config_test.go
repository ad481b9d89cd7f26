package analyzers_test

import (
	"slices"
	"testing"

	"github.com/faultlint/faultlint/analyzers"
	"github.com/faultlint/faultlint/internal/config"
	"github.com/faultlint/faultlint/internal/rule"
)

// The configuration knows the names of all passes, and which are off.
func TestPassesOfConfiguration(t *testing.T) {
	s := rule.NewSuite(rule.Options{})
	var want []config.PassInfo
	for _, a := range analyzers.New(s) {
		want = append(want, config.PassInfo{Name: a.Name, Off: s.Off(a.Name)})
	}
	slices.SortFunc(want, func(a, b config.PassInfo) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	if !slices.Equal(want, config.Passes) {
		t.Errorf("config.Passes is\n%v, want\n%v", config.Passes, want)
	}
}
