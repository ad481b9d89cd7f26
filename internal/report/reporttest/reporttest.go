// Package reporttest checks what reports look like.
package reporttest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

// ValidSARIF reports what SARIF's schema has against a log.
func ValidSARIF(data []byte) error {
	schema, err := sarifSchema()
	if err != nil {
		return err
	}
	res, err := schema.Validate(gojsonschema.NewBytesLoader(data))
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range res.Errors() {
		errs = append(errs, errors.New(e.String()))
	}
	return errors.Join(errs...)
}

// sarifSchema returns the schema of SARIF 2.1.0 as OASIS publishes it, from the source of the library
// that the logs are written with: there it is a constant.
var sarifSchema = sync.OnceValues(func() (*gojsonschema.Schema, error) {
	cmd := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", cmd.Args, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) > len(text) {
				text = s
			}
		}
		return true
	})
	if !strings.Contains(text, "docs.oasis-open.org/sarif/sarif/v2.1.0") {
		return nil, fmt.Errorf("the schema is not that of SARIF 2.1.0: %.300s", text)
	}
	return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
})
