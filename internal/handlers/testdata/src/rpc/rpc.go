// Package rpc has the handlers of RPC frameworks.
package rpc

import (
	"context"
	"net/rpc"

	"connectrpc.com/connect"
	"generated"
	"github.com/go-kit/kit/endpoint"
	"github.com/go-kratos/kratos/v2/middleware"
	khttp "github.com/go-kratos/kratos/v2/transport/http"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc"
	"pb"
	"pbtwirp"
)

type greeter struct {
	pb.UnimplementedGreeterServer
}

func (g *greeter) Hello(ctx context.Context, req *pb.Req) (*pb.Resp, error) { return nil, nil } // want `^gRPC request by embedding: ctx live$`

func (g *greeter) Watch(req *pb.Req, s pb.Greeter_WatchServer) error { return nil } // want `^gRPC request by embedding: s.Context\(\) live$`

func (g *greeter) Follow(req *pb.Req, s grpc.ServerStreamingServer[pb.Resp]) error { return nil } // want `^gRPC request by type: s.Context\(\) live$`

func (g *greeter) Collect(s grpc.ClientStreamingServer[pb.Req, pb.Resp]) error { return nil } // want `^gRPC request by type: s.Context\(\) live$`

func (g *greeter) Talk(s grpc.BidiStreamingServer[pb.Req, pb.Resp]) error { return nil } // want `^gRPC request by type: s.Context\(\) live$`

// Not a method of the service.
func (g *greeter) Load(ctx context.Context, req *pb.Req) (*pb.Resp, error) { return nil, nil }

func (g *greeter) helper(s pb.Greeter_WatchServer, n int) error { return nil } // want `^gRPC request by param: s.Context\(\) live$`

func client(s pb.Greeter_WatchClient) error { return nil }

type bare struct{}

func register(s grpc.ServiceRegistrar) { pb.RegisterGreeterServer(s, &bare{}) }

func (b *bare) Hello(ctx context.Context, req *pb.Req) (*pb.Resp, error) { return nil, nil } // want `^gRPC request by registration: ctx live$`

// Not methods of the service.
func (b *bare) Stop() {}

func (b *bare) Load(ctx context.Context, req *pb.Req) (*pb.Resp, error) { return nil, nil }

func (b *bare) Watch(req *pb.Req, s pb.Greeter_WatchServer) error { return nil } // want `^gRPC request by registration: s.Context\(\) live$`

func unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) { // want `^gRPC interceptor request by type: ctx live$`
	return handler(ctx, req)
}

func interceptor() grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error { // want `^gRPC interceptor request by registration: ss.Context\(\) live$`
		return handler(srv, ss)
	}
}

type plants struct{}

func (p *plants) Get(ctx context.Context, req *connect.Request[pb.Req]) (*connect.Response[pb.Resp], error) { // want `^connect request by type: ctx live$`
	return nil, nil
}

func (p *plants) Stream(ctx context.Context, req *connect.Request[pb.Req], s *connect.ServerStream[pb.Resp]) error { // want `^connect request by type: ctx live$`
	return nil
}

func (p *plants) Upload(ctx context.Context, s *connect.ClientStream[pb.Req]) error { return nil } // want `^connect request by type: ctx live$`

func connected() {
	connect.NewUnaryHandlerSimple("/x", func(ctx context.Context, req *pb.Req) (*pb.Resp, error) { return nil, nil }) // want `^connect request by registration: ctx live$`
}

type hats struct{}

func (h *hats) Make(ctx context.Context, req *pbtwirp.Req) (*pbtwirp.Resp, error) { return nil, nil } // want `^twirp request by registration: ctx live$`

func twirped() pbtwirp.TwirpServer { return pbtwirp.NewHatsServer(&hats{}) }

// A constructor that happens to be called so serves nothing.
type store struct{}

func (s *store) Load(ctx context.Context, id string) error { return nil }

func NewThingServer(s *store) *store { return s }

func wired() *store { return NewThingServer(&store{}) }

func kratos(next middleware.Handler) middleware.Handler {
	return func(ctx context.Context, req any) (any, error) { return next(ctx, req) } // want `^kratos request by registration: ctx live$`
}

func kratosHTTP(c khttp.Context) error { return nil } // want `^go-kratos request by type: c live$`

func makeEndpoint() endpoint.Endpoint {
	return func(ctx context.Context, request any) (any, error) { return nil, nil } // want `^go-kit request by registration: ctx live$`
}

type Resolver struct{}
type queryResolver struct{ *Resolver }
type mutationResolver struct{ *Resolver }

func (r *Resolver) Query() generated.QueryResolver       { return &queryResolver{r} }
func (r *Resolver) Mutation() generated.MutationResolver { return &mutationResolver{r} }

func (r *queryResolver) Plants(ctx context.Context, first int) ([]string, error) { return nil, nil } // want `^gqlgen request by interface: ctx live$`

func (r *queryResolver) Other(ctx context.Context) error { return nil }

func (r *mutationResolver) AddPlant(ctx context.Context, name string) (string, error) { // want `^gqlgen request by interface: ctx live$`
	return "", nil
}

type tools struct{}

func (t *tools) register(s *server.MCPServer, o *sdk.Server) {
	s.AddTool(mcp.Tool{}, t.find)
	sdk.AddTool(o, &sdk.Tool{}, t.show)
	o.AddTool(&sdk.Tool{}, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) { // want `^MCP request by registration: ctx live$`
		return nil, nil
	})
}

func (t *tools) find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `^mcp-go request by registration: ctx live$`
	return nil, nil
}

type args struct{}

func (t *tools) show(ctx context.Context, req *sdk.CallToolRequest, a args) (*sdk.CallToolResult, any, error) { // want `^MCP request by registration: ctx live$`
	return nil, nil, nil
}

type arith struct{}

func (a *arith) Reset() {}

func (a *arith) Add(in *args, out *int) error { return nil } // want `^net/rpc request by registration: no context$`

func serve() { rpc.Register(&arith{}) }
