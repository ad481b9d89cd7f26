// Package shapes has a blocking call behind the handlers of many frameworks.
package shapes

import (
	"context"
	"database/sql"
	"net/http"

	"cloud.google.com/go/pubsub"
	"connectrpc.com/connect"
	"generated"
	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	fiber3 "github.com/gofiber/fiber/v3"
	"github.com/gorilla/mux"
	"github.com/hibiken/asynq"
	"github.com/julienschmidt/httprouter"
	"github.com/labstack/echo/v4"
	echo5 "github.com/labstack/echo/v5"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/nats-io/nats.go"
	"github.com/riverqueue/river"
	"github.com/spf13/cobra"
	"github.com/valyala/fasthttp"
	"google.golang.org/grpc"
	"pb"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

var db *sql.DB

func middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		db.Ping() // want `though r.Context\(\) is at hand`
		next.ServeHTTP(w, r)
	})
}

func routes(r chi.Router, m *mux.Router) {
	r.Get("/x", func(w http.ResponseWriter, r *http.Request) {
		db.Ping() // want `though r.Context\(\) is at hand`
	})
	m.HandleFunc("/x", func(w http.ResponseWriter, req *http.Request) {
		helper1()
	})
}

func helper1() {
	db.Ping() // want `the end of req.Context\(\) does not end it: routes.func → helper1 → \(\*sql.DB\).Ping`
}

func router(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {
	db.Ping() // want `though r.Context\(\) is at hand`
}

func ginHandler(c *gin.Context) {
	db.Ping() // want `though c.Request.Context\(\) is at hand`
}

func echoHandler(c echo.Context) error {
	return db.Ping() // want `though c.Request\(\).Context\(\) is at hand`
}

func echo5Handler(c *echo5.Context) error {
	return db.Ping() // want `though c.Request\(\).Context\(\) is at hand`
}

func fiberHandler(c *fiber.Ctx) error {
	return db.Ping() // want `though c.UserContext\(\) is at hand`
}

func fiber3Handler(c fiber3.Ctx) error {
	return db.Ping() // want `though c.Context\(\) is at hand`
}

func fast(ctx *fasthttp.RequestCtx) {
	db.Ping() // want `though ctx is at hand`
}

type greeter struct{ pb.UnimplementedGreeterServer }

func (g *greeter) Hello(ctx context.Context, req *pb.Req) (*pb.Resp, error) {
	return nil, helper2(ctx, g)
}

func helper2(ctx context.Context, g *greeter) error {
	db.PingContext(ctx)
	return helper3()
}

func helper3() error {
	return db.Ping() // want `the end of ctx does not end it: helper2 → helper3`
}

func (g *greeter) Watch(req *pb.Req, s pb.Greeter_WatchServer) error {
	return db.Ping() // want `though s.Context\(\) is at hand`
}

func interceptor() grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		db.Ping() // want `though ss.Context\(\) is at hand`
		return handler(srv, ss)
	}
}

func unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	db.Ping() // want `though ctx is at hand`
	return handler(ctx, req)
}

type plants struct{}

func (p *plants) Get(ctx context.Context, req *connect.Request[pb.Req]) (*connect.Response[pb.Resp], error) {
	db.PingContext(ctx)
	return nil, db.Ping() // want `though ctx is at hand`
}

type Resolver struct{}
type queryResolver struct{ *Resolver }

func (r *Resolver) Query() generated.QueryResolver { return &queryResolver{r} }

func (r *queryResolver) Plants(ctx context.Context, first int) ([]string, error) {
	db.PingContext(ctx)
	return nil, db.Ping() // want `though ctx is at hand`
}

func onEvent(ctx context.Context, e string) error {
	db.PingContext(ctx)
	return db.Ping() // want `though ctx is at hand`
}

func lambdas() { lambda.Start(onEvent) }

type reconciler struct{}

func (r *reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	db.PingContext(ctx)
	db.Ping() // want `though ctx is at hand`
	return reconcile.Result{}, nil
}

func onMessage(msg *message.Message) ([]*message.Message, error) {
	db.Ping() // want `though msg.Context\(\) is at hand`
	return nil, nil
}

type consumer struct{}

func (c *consumer) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (c *consumer) Cleanup(sarama.ConsumerGroupSession) error { return nil }
func (c *consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for range claim.Messages() {
		db.Ping() // want `though s.Context\(\) is at hand`
	}
	return nil
}

func receive(ctx context.Context, s *pubsub.Subscription) error {
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		db.PingContext(ctx)
		db.Ping() // want `though ctx is at hand`
	})
}

func (c *consumer) process(ctx context.Context, t *asynq.Task) error {
	db.PingContext(ctx)
	return db.Ping() // want `though ctx is at hand`
}

func (c *consumer) Work(ctx context.Context, j *river.Job[string]) error {
	db.PingContext(ctx)
	return db.Ping() // want `though ctx is at hand`
}

type tools struct{}

func (t *tools) register(s *server.MCPServer) { s.AddTool(mcp.Tool{}, t.find) }

func (t *tools) find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	db.PingContext(ctx)
	db.Ping() // want `though ctx is at hand`
	return nil, nil
}

// A message without a context: there is nothing to pass on.
func subscribe(nc *nats.Conn) {
	nc.Subscribe("x", func(m *nats.Msg) { db.Ping() })
}

// A command runs once.
func command() *cobra.Command {
	return &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return ping(cmd) }}
}

func ping(cmd *cobra.Command) error { return db.Ping() }

// A health check that a prober asks for.
var checks = map[string]healthz.Checker{"db": ready}

func ready(r *http.Request) error {
	return db.Ping() // want `though r.Context\(\) is at hand`
}
