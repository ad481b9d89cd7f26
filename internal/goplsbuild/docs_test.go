package goplsbuild

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The page for editors shows the snippets that the command prints, and its JSON is JSON.
func TestDocs(t *testing.T) {
	data, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, s := range Snippets("/home/you/.local/share/faultlint/bin/gopls") {
		if !strings.Contains(page, "\n"+s.Text+"\n```\n") {
			t.Errorf("docs/editors.md lacks the snippet for %s:\n%s", s.Editor, s.Text)
		}
	}
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(page, -1)
	inline := regexp.MustCompile("`(\"gopls\": .*?)`").FindAllStringSubmatch(page, -1)
	if len(blocks) != 2 || len(inline) != 1 {
		t.Errorf("%d blocks of JSON and %d settings of gopls, want 2 and 1", len(blocks), len(inline))
	}
	for _, m := range append(blocks, inline...) {
		if err := json.Unmarshal([]byte("{"+m[1]+"}"), new(map[string]any)); err != nil {
			t.Errorf("%v in\n%s", err, m[1])
		}
	}
}
