package api

// joins are the functions that add errors to an error or a list of them.
var joins = map[string]bool{
	"errors.Join":                                      true,
	"go.uber.org/multierr.Append":                      true,
	"go.uber.org/multierr.Combine":                     true,
	"github.com/hashicorp/go-multierror.Append":        true,
	"k8s.io/apimachinery/pkg/util/errors.NewAggregate": true,
	"github.com/cockroachdb/errors.CombineErrors":      true,
	"github.com/cockroachdb/errors.Join":               true,
}

// Joins reports whether the function with a key returns its errors together.
func Joins(key string) bool { return joins[key] }
