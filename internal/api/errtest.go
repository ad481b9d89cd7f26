package api

import "strings"

// errorPackages are those with an Is and an As that do what those of package
// errors do, which most of them call.
var errorPackages = map[string]bool{
	"errors": true, "github.com/pkg/errors": true, "golang.org/x/xerrors": true, "github.com/cockroachdb/errors": true,
	"github.com/go-errors/errors": true, "github.com/go-faster/errors": true, "github.com/juju/errors": true, "emperror.dev/errors": true,
}

// IsErrorsIs reports whether the function with this key tests an error for
// another one: errors.Is, or that of a package that stands in for errors.
func IsErrorsIs(key string) bool {
	pkg, ok := strings.CutSuffix(key, ".Is")
	return ok && errorPackages[pkg]
}

// IsErrorsAs reports whether the function with this key finds an error of a
// type, as errors.As does.
func IsErrorsAs(key string) bool {
	pkg, ok := strings.CutSuffix(key, ".As")
	return ok && errorPackages[pkg]
}

// IsStatusOf reports whether the function with this key takes the status out of
// an error, and says whether there is one.
func IsStatusOf(key string) bool { return key == "google.golang.org/grpc/status.FromError" }
