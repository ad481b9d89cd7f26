package severity

import "testing"

func TestParse(t *testing.T) {
	for _, s := range []Severity{Note, Warning, Error} {
		if got, err := Parse(s.String()); got != s || err != nil {
			t.Errorf("Parse(%q) = %v, %v", s, got, err)
		}
	}
	for _, bad := range []string{"", "Error", "info"} {
		if got, err := Parse(bad); got != 0 || err == nil {
			t.Errorf("Parse(%q) = %v, %v", bad, got, err)
		}
	}
	if !(Note < Warning && Warning < Error) {
		t.Error("severities are not in order")
	}
}

func TestOf(t *testing.T) {
	own := map[string]Severity{"a": Error, "b": Note}
	user := map[string]Severity{"b": Error}
	for pass, want := range map[string]Severity{"a": Error, "b": Error, "c": Warning} {
		if got := Of(pass, own, user); got != want {
			t.Errorf("%s is of severity %v, want %v", pass, got, want)
		}
	}
	if got := Of("b", own, nil); got != Note {
		t.Errorf("without the user's, b is of severity %v", got)
	}
}
