package waits

import (
	"go/ast"
	"slices"
	"strconv"

	"github.com/faultlint/faultlint/internal/api"
)

// embedded reports whether the databases of the package are parts of the
// program: it imports the driver of such a database, and none of a server. A
// statement waits for no peer then, and for other writers by the driver's own limit.
func (f *Finder) embedded() bool {
	if f.embeds == api.Maybe {
		f.embeds = api.No
		var drivers []*api.SQLDriver
		for _, file := range f.p.Files {
			if f.inTest(file) {
				continue
			}
			for _, spec := range file.Imports {
				drivers = append(drivers, f.driver(spec))
			}
		}
		drivers = slices.DeleteFunc(drivers, func(d *api.SQLDriver) bool { return d == nil })
		if len(drivers) > 0 && !slices.ContainsFunc(drivers, func(d *api.SQLDriver) bool { return !d.Embedded }) {
			f.embeds = api.Yes
		}
	}
	return f.embeds == api.Yes
}

// driver returns the driver that a package of another module is, nil for none.
func (f *Finder) driver(spec *ast.ImportSpec) *api.SQLDriver {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil || SameModule(path, f.p.Types.Path()) {
		return nil
	}
	return api.SQLDriverOf(path)
}
