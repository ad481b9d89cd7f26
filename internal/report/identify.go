package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Identify sets the fingerprint and the text of each finding, which must be sorted. The fingerprint
// is that of what stands there, not of where: the pass, the package, the function, the text of the
// line without its white space, and which of several such it is. It stays the same while lines move,
// functions move to other files, and messages are reworded. A nil read means os.ReadFile.
func Identify(findings []Finding, read func(string) ([]byte, error)) {
	src := sources{read: read}
	count := make(map[string]int)
	for i := range findings {
		f := &findings[i]
		line, _ := src.line(f.Pos)
		words := strings.Fields(line)
		f.Text = strings.Join(words, " ")
		id := fmt.Sprintf("%q %q %q %q", f.Analyzer, f.Path(), f.Func, strings.Join(words, ""))
		count[id]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", id, count[id]))
		f.Fingerprint = hex.EncodeToString(sum[:12])
	}
}

// Path returns the import path of the finding's package, without the test that it was built for.
func (f *Finding) Path() string {
	path, _, _ := strings.Cut(f.Package, " ")
	return path
}
