package realtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/faultlint/faultlint/internal/api"
)

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// check type-checks a snippet against the real libraries.
func (w *world) check(t *testing.T, src string) (*ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Instances:  make(map[*ast.Ident]types.Instance),
	}
	conf := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if p := w.pkgs[path]; p != nil {
			return p, nil
		}
		if path == "golang.org/x/net/context" {
			return w.legacy, nil
		}
		return nil, fmt.Errorf("%s is not loaded", path)
	})}
	if _, err := conf.Check("example.com/a", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	return f, info
}

// TestTraps: calls as programs write them, and the keys under which the tables
// know them.
func TestTraps(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, imports, params, call, want string }{
		// generic receivers
		{"retry-go v5", `retry "github.com/avast/retry-go/v5"`, "r *retry.RetrierWithData[int]", "r.Do(nil)", "(*github.com/avast/retry-go/v5.RetrierWithData).Do"},
		{"failsafe", `"github.com/failsafe-go/failsafe-go"; "net/http"`, "e failsafe.Executor[*http.Response]", "e.Run(nil)", "(github.com/failsafe-go/failsafe-go.Executor).Run"},
		{"gorm generics", `"gorm.io/gorm"; "context"`, "g gorm.Interface[string]", "g.First(context.TODO())", "(gorm.io/gorm.ExecInterface).First"},
		{"gobreaker v2", `"github.com/sony/gobreaker/v2"`, "b *gobreaker.CircuitBreaker[[]byte]", "b.Execute(nil)", "(*github.com/sony/gobreaker/v2.CircuitBreaker).Execute"},
		{"connect", `"connectrpc.com/connect"`, "r *connect.Request[string]", "r.Header()", "(*connectrpc.com/connect.Request).Header"},
		// generic functions
		{"backoff v5", `"github.com/cenkalti/backoff/v5"; "context"`, "", "backoff.Retry[int](context.TODO(), nil)", "github.com/cenkalti/backoff/v5.Retry"},
		{"backoff v4", `"github.com/cenkalti/backoff/v4"`, "", "backoff.Retry(nil, nil)", "github.com/cenkalti/backoff/v4.Retry"},
		{"lo", `"github.com/samber/lo"`, "", "lo.Attempt(3, nil)", "github.com/samber/lo.Attempt"},
		// promoted methods
		{"sqlx", `"github.com/jmoiron/sqlx"`, "db *sqlx.DB", `db.Query("")`, "(*database/sql.DB).Query"},
		{"go-redis", `"github.com/redis/go-redis/v9"; "context"`, "c *redis.Client", `c.Get(context.TODO(), "")`, "(github.com/redis/go-redis/v9.cmdable).Get"},
		{"gin", `"github.com/gin-gonic/gin"`, "e *gin.Engine", `e.GET("")`, "(*github.com/gin-gonic/gin.RouterGroup).GET"},
		{"go-pg", `"github.com/go-pg/pg/v10"`, "db *pg.DB", `db.Exec("")`, "(*github.com/go-pg/pg/v10.baseDB).Exec"},
		{"ants", `"github.com/panjf2000/ants/v2"`, "p *ants.Pool", "p.Release()", "(*github.com/panjf2000/ants/v2.poolCommon).Release"},
		{"net", `"net"`, "c *net.TCPConn", "c.Read(nil)", "(*net.conn).Read"},
		{"s3 waiter", `"github.com/aws/aws-sdk-go-v2/service/s3"; "context"`, "c *s3.Client", "c.PutObject(context.TODO(), nil)", "(*github.com/aws/aws-sdk-go-v2/service/s3.Client).PutObject"},
		{"bun tx", `"github.com/uptrace/bun"`, "tx bun.Tx", "tx.Commit()", "(github.com/uptrace/bun.Tx).Commit"},
		// embedded interfaces
		{"universal client", `"github.com/redis/go-redis/v9"; "context"`, "c redis.UniversalClient", `c.Get(context.TODO(), "")`, "(github.com/redis/go-redis/v9.StringCmdable).Get"},
		{"controller-runtime get", `"sigs.k8s.io/controller-runtime/pkg/client"; "context"`, "c client.Client", "c.Get(context.TODO(), client.ObjectKey{}, nil)", "(sigs.k8s.io/controller-runtime/pkg/client.Reader).Get"},
		{"controller-runtime create", `"sigs.k8s.io/controller-runtime/pkg/client"; "context"`, "c client.Client", "c.Create(context.TODO(), nil)", "(sigs.k8s.io/controller-runtime/pkg/client.Writer).Create"},
		{"nats", `"github.com/nats-io/nats.go"`, "js nats.JetStreamContext", `js.Publish("", nil)`, "(github.com/nats-io/nats.go.JetStream).Publish"},
		{"mongo v1", `"go.mongodb.org/mongo-driver/mongo"; "context"`, "s mongo.SessionContext", "s.CommitTransaction(context.TODO())", "(go.mongodb.org/mongo-driver/mongo.Session).CommitTransaction"},
		{"client-go", `corev1 "k8s.io/client-go/kubernetes/typed/core/v1"; "context"; metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"`, "c corev1.CoreV1Interface", `c.Pods("").Get(context.TODO(), "", metav1.GetOptions{})`, "(k8s.io/client-go/kubernetes/typed/core/v1.PodInterface).Get"},
		{"temporal", `"go.temporal.io/sdk/client"; "context"`, "c client.Client", "c.ExecuteWorkflow(context.TODO(), client.StartWorkflowOptions{}, nil)", "(go.temporal.io/sdk/client.Client).ExecuteWorkflow"},
		// aliases
		{"aws v1", `"github.com/aws/aws-sdk-go/service/sqs"; "github.com/aws/aws-sdk-go/service/sqs/sqsiface"`, "c sqsiface.SQSAPI", "c.SendMessage(&sqs.SendMessageInput{})", "(github.com/aws/aws-sdk-go/service/sqs/sqsiface.SQSAPI).SendMessage"},
		{"legacy context", `"golang.org/x/net/context"`, "", "context.WithTimeout(nil, 0)", "context.WithTimeout"},
		// fields and variables that hold functions
		{"esapi", `"github.com/elastic/go-elasticsearch/v8/esapi"`, "es *esapi.API", `es.Index("", nil)`, "github.com/elastic/go-elasticsearch/v8/esapi.Index"},
		{"ctrl variable", `ctrl "sigs.k8s.io/controller-runtime"`, "", "ctrl.SetupSignalHandler()", "sigs.k8s.io/controller-runtime.SetupSignalHandler"},
		// majors
		{"stripe", `"github.com/stripe/stripe-go/v82/refund"`, "", "refund.New(nil)", "github.com/stripe/stripe-go/v82/refund.New"},
		{"go-github", `"github.com/google/go-github/v74/github"; "context"`, "c *github.Client", `c.Issues.Create(context.TODO(), "", "", nil)`, "(*github.com/google/go-github/v74/github.IssuesService).Create"},
	}
	tab := api.Default()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, info := w.check(t, fmt.Sprintf("package a\nimport (%s)\nfunc f(%s) { %s }\n", tt.imports, tt.params, tt.call))
			var outer *ast.CallExpr
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && outer == nil {
					outer = call
				}
				return outer == nil
			})
			c := api.CalleeOf(info, outer)
			if c.Key != tt.want {
				t.Errorf("key %s, want %s", c.Key, tt.want)
			}
			known := tab.Call(c.Key) != nil || tab.Driver(c.Key) != nil || tab.Effect(c.Key) != nil || tab.CtxOp(c.Key) != nil || tab.Runner(c.Key) != nil
			switch tt.name {
			case "gin", "ants", "connect": // only their keys are of interest
			default:
				if !known {
					t.Errorf("no row for %s", c.Key)
				}
			}
		})
	}
}

// TestTypeKeys: types as the tables name them, aliases resolved.
func TestTypeKeys(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ imports, typ, want string }{
		{`"github.com/aws/aws-sdk-go/aws"`, "aws.Context", "context.Context"},
		{`"go.temporal.io/sdk/temporal"`, "temporal.RetryPolicy", "go.temporal.io/sdk/internal.RetryPolicy"},
		{`"go.temporal.io/sdk/workflow"`, "workflow.Context", "go.temporal.io/sdk/internal/common/workflowcontext.Context"},
		{`"cloud.google.com/go/pubsub"`, "*pubsub.Message", "*cloud.google.com/go/internal/pubsub.Message"},
		{`ctrl "sigs.k8s.io/controller-runtime"`, "ctrl.Request", "sigs.k8s.io/controller-runtime/pkg/reconcile.Request"},
		{`"sigs.k8s.io/controller-runtime/pkg/reconcile"`, "reconcile.Reconciler", "sigs.k8s.io/controller-runtime/pkg/reconcile.TypedReconciler"},
		{`"github.com/gofiber/fiber/v2"`, "fiber.Handler", "func"},
		{`"github.com/modelcontextprotocol/go-sdk/mcp"`, "*mcp.CallToolRequest", "*github.com/modelcontextprotocol/go-sdk/mcp.ServerRequest"},
		{`"golang.org/x/net/context"`, "context.Context", "context.Context"},
	} {
		f, info := w.check(t, fmt.Sprintf("package a\nimport (%s)\nvar v %s\n", tt.imports, tt.typ))
		for id, obj := range info.Defs {
			if id.Name == "v" && obj != nil {
				if got := api.KeyOfType(obj.Type()); got != tt.want {
					t.Errorf("%s: %s, want %s", tt.typ, got, tt.want)
				}
			}
		}
		_ = f
	}
}

// TestHandlerShapes: functions as programs write them are found by their
// parameters.
func TestHandlerShapes(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	tab := api.Default()
	for _, tt := range []struct{ imports, params, want string }{
		{`"net/http"`, "w http.ResponseWriter, r *http.Request", "net/http"},
		{`"github.com/gin-gonic/gin"`, "c *gin.Context", "gin"},
		{`"github.com/labstack/echo/v4"`, "c echo.Context", "echo"},
		{`"github.com/labstack/echo/v5"`, "c *echo.Context", "echo"},
		{`"github.com/gofiber/fiber/v2"`, "c *fiber.Ctx", "fiber"},
		{`"github.com/gofiber/fiber/v3"`, "c fiber.Ctx", "fiber"},
		{`"github.com/kataras/iris/v12"`, "c iris.Context", "iris"},
		{`"context"; ctrl "sigs.k8s.io/controller-runtime"`, "ctx context.Context, req ctrl.Request", "controller-runtime"},
		{`"context"; "cloud.google.com/go/pubsub"`, "ctx context.Context, m *pubsub.Message", "Google Pub/Sub"},
		{`"context"; "github.com/hibiken/asynq"`, "ctx context.Context, t *asynq.Task", "asynq"},
		{`"context"; "github.com/riverqueue/river"; "github.com/riverqueue/river/rivertype"`, "ctx context.Context, j *river.Job[rivertype.JobArgs]", "river"},
		{`"context"; "github.com/modelcontextprotocol/go-sdk/mcp"`, "ctx context.Context, r *mcp.CallToolRequest, in struct{}", "MCP"},
		{`"context"; "connectrpc.com/connect"`, "ctx context.Context, r *connect.Request[int]", "connect"},
		{`"github.com/IBM/sarama"`, "s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim", "sarama"},
		{`"go.temporal.io/sdk/workflow"`, "ctx workflow.Context, n int", "Temporal workflow"},
		{`"github.com/spf13/cobra"`, "c *cobra.Command, args []string", "cobra"},
		{`"context"; "github.com/aws/aws-lambda-go/events"`, "ctx context.Context, e events.SQSEvent", "AWS Lambda"},
		{`"github.com/bwmarrin/discordgo"`, "s *discordgo.Session, e *discordgo.MessageCreate", "Discord"},
		{`"context"`, "ctx context.Context, n int", ""},
		{`"context"; "net/http"`, "ctx context.Context, c *http.Client", ""},
	} {
		_, info := w.check(t, fmt.Sprintf("package a\nimport (%s)\nfunc f(%s) {}\n", tt.imports, tt.params))
		for id, obj := range info.Defs {
			fn, ok := obj.(*types.Func)
			if !ok || id.Name != "f" {
				continue
			}
			got := ""
			if h := tab.HandlerByParams(fn.Signature()); h != nil {
				got = h.Framework
			}
			if got != tt.want {
				t.Errorf("func(%s): %q, want %q", tt.params, got, tt.want)
			}
		}
	}
}

// TestKeyIsFullName: for every function of the libraries, the key is go/types'
// name without what is in brackets.
func TestKeyIsFullName(t *testing.T) {
	w, err := load()
	if err != nil {
		t.Fatal(err)
	}
	strip := func(s string) string {
		var b []byte
		depth := 0
		for i := range len(s) {
			switch s[i] {
			case '[':
				depth++
			case ']':
				depth--
			default:
				if depth == 0 {
					b = append(b, s[i])
				}
			}
		}
		return string(b)
	}
	n, bad := 0, 0
	for key, fn := range w.funcs {
		if fn.Pkg() == w.legacy {
			continue
		}
		n++
		if want := strip(fn.FullName()); key != want {
			if bad++; bad < 10 {
				t.Errorf("key %s, full name %s", key, want)
			}
		}
		// Whatever a key is, taking it apart gives its package.
		if got := api.PackageOfKey(key); got != fn.Pkg().Path() {
			if bad++; bad < 10 {
				t.Errorf("%s: package %s, want %s", key, got, fn.Pkg().Path())
			}
		}
	}
	t.Logf("%d functions", n)
	if n < 10000 {
		t.Errorf("only %d functions", n)
	}
}
