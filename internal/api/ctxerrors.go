package api

// CtxSentinel returns which error of a context an error or status code stands
// for, by its key: Canceled or DeadlineExceeded, "" if for none.
func CtxSentinel(key string) string { return ctxSentinels[key] }

var ctxSentinels = map[string]string{
	"context.Canceled":                              "Canceled",
	"context.DeadlineExceeded":                      "DeadlineExceeded",
	"google.golang.org/grpc/codes.Canceled":         "Canceled",
	"google.golang.org/grpc/codes.DeadlineExceeded": "DeadlineExceeded",
	"connectrpc.com/connect.CodeCanceled":           "Canceled",
	"connectrpc.com/connect.CodeDeadlineExceeded":   "DeadlineExceeded",
	"github.com/twitchtv/twirp.Canceled":            "Canceled",
	"github.com/twitchtv/twirp.DeadlineExceeded":    "DeadlineExceeded",
}

// CtxPredicate returns which error of a context a library's function of an
// error says yes to, by its key: Canceled (or both), DeadlineExceeded, "" if to none.
func CtxPredicate(key string) string { return ctxPredicates[key] }

var ctxPredicates = map[string]string{
	"github.com/containerd/errdefs.IsCanceled":         "Canceled",
	"github.com/containerd/errdefs.IsDeadlineExceeded": "DeadlineExceeded",
	"github.com/docker/docker/errdefs.IsCancelled":     "Canceled",
	"github.com/docker/docker/errdefs.IsDeadline":      "DeadlineExceeded",
	"github.com/docker/docker/errdefs.IsContext":       "Canceled",
}

// StopsWalk reports whether an error, returned from the callback of a walk,
// ends the walk without an error, by its key.
func StopsWalk(key string) bool {
	switch key {
	case "io/fs.SkipAll", "io/fs.SkipDir", "path/filepath.SkipAll", "path/filepath.SkipDir":
		return true
	}
	return false
}

// ErrFilter reports whether a library's function returns what is left of an
// error, or of a list, when those that a matcher says yes to are taken out, by
// its key. The matchers are the arguments after the first.
func ErrFilter(key string) bool {
	return key == "k8s.io/apimachinery/pkg/util/errors.FilterOut" || key == "slices.DeleteFunc"
}

// KeepsContext reports whether what a library's function returns lives by the
// context that the function is given, by its key.
func KeepsContext(key string) bool { return keepsContext[key] }

var keepsContext = map[string]bool{
	"(*golang.org/x/oauth2.Config).TokenSource":                   true,
	"(*golang.org/x/oauth2.Config).Client":                        true,
	"golang.org/x/oauth2.NewClient":                               true,
	"(*golang.org/x/oauth2/clientcredentials.Config).TokenSource": true,
	"(*golang.org/x/oauth2/clientcredentials.Config).Client":      true,
	"(*golang.org/x/oauth2/jwt.Config).TokenSource":               true,
	"(*golang.org/x/oauth2/jwt.Config).Client":                    true,
	"golang.org/x/oauth2/google.DefaultClient":                    true,
	"golang.org/x/oauth2/google.DefaultTokenSource":               true,
	"golang.org/x/oauth2/google.FindDefaultCredentials":           true,
	"github.com/coreos/go-oidc/v3/oidc.NewProvider":               true,
	"github.com/coreos/go-oidc/v3/oidc.NewRemoteKeySet":           true,
	"github.com/lestrrat-go/jwx/v2/jwk.NewCache":                  true,
	"github.com/lestrrat-go/jwx/v3/jwk.NewCache":                  true,
	"github.com/MicahParks/keyfunc/v3.NewDefaultCtx":              true,
}
