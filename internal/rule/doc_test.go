package rule

import (
	"strings"
	"testing"
)

// What stands between backquotes is code in Markdown, as it is; the rest is text, with what is
// special there escaped.
func TestBody(t *testing.T) {
	got := Body("x", "x: summary\n\nWait for `<-ctx.Done()` or `a[i] *= b_c`, not for <-done.\n\n\tcode := `raw`\n")
	want := "Wait for `<-ctx.Done()` or `a[i] *= b_c`, not for \\<-done.\n\n```go\ncode := `raw`\n```\n"
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
