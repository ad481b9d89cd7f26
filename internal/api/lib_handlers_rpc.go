package api

// libHandlersRPC is the handlers of RPC frameworks, and the shapes of their
// clients.
func libHandlersRPC() Rows {
	const (
		c    = "context.Context"
		grpc = "google.golang.org/grpc."
	)
	return Rows{
		Handlers: []Handler{
			{Framework: "gRPC", Embeds: []string{"Unimplemented", "Unsafe"}, Reg: []string{"**.Register*Server"}, RegArg: 1, RegMethods: true, Ctx: "$", Live: Yes,
				Note: "Methods (context.Context, *Req) (*Resp, error); those of streams take the stream last, with Context()."},
			{Framework: "gRPC", Params: []string{"_", grpc + "ServerStreamingServer"}, Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "gRPC", Params: []string{grpc + "ClientStreamingServer"}, Ctx: "$.Context()", Live: Yes},
			{Framework: "gRPC", Params: []string{grpc + "BidiStreamingServer"}, Ctx: "$.Context()", Live: Yes},
			{Framework: "gRPC", Params: []string{"_", grpc + "ServerStream"}, Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "gRPC interceptor", Type: []string{grpc + "UnaryServerInterceptor"}, Params: []string{c, "any", "*" + grpc + "UnaryServerInfo", grpc + "UnaryHandler"}, Ctx: "$", Live: Yes},
			{Framework: "gRPC interceptor", Type: []string{grpc + "StreamServerInterceptor"}, Params: []string{"any", grpc + "ServerStream", "*" + grpc + "StreamServerInfo", grpc + "StreamHandler"}, Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "connect", Reg: []string{"connectrpc.com/connect.{NewUnaryHandler,NewUnaryHandlerSimple,NewServerStreamHandler,NewServerStreamHandlerSimple,NewClientStreamHandler,NewClientStreamHandlerSimple,NewBidiStreamHandler}"}, RegArg: 1, Ctx: "$", Live: Yes},
			{Framework: "connect", Params: []string{c, "*{connectrpc.com/connect,github.com/bufbuild/connect-go}.Request"}, Ctx: "$", Live: Yes},
			{Framework: "connect", Params: []string{c, "*{connectrpc.com/connect,github.com/bufbuild/connect-go}.{ClientStream,BidiStream}"}, Ctx: "$", Live: Yes},
			{Framework: "connect", Params: []string{c, "*{connectrpc.com/connect,github.com/bufbuild/connect-go}.Request", "*{connectrpc.com/connect,github.com/bufbuild/connect-go}.ServerStream"}, Ctx: "$", Live: Yes},
			{Framework: "connect", Reg: []string{"**.New*ServiceHandler"}, RegArg: 0, RegMethods: true, Ctx: "$", Live: Yes},
			{Framework: "twirp", Type: []string{"github.com/twitchtv/twirp.Method"}, Ctx: "$", Live: Yes},
			{Framework: "kratos", Type: []string{"github.com/go-kratos/kratos/v2/middleware.Handler"}, Ctx: "$", Live: Yes, Deadline: sec},
			{Framework: "go-kit", Type: []string{"github.com/go-kit/kit/endpoint.Endpoint"}, Ctx: "$", Live: Yes},
			{Framework: "gqlgen", Type: []string{"github.com/99designs/gqlgen/graphql.{Resolver,FieldMiddleware,OperationMiddleware,ResponseMiddleware}"}, Ctx: "$", Live: Yes},
			{Framework: "twirp", Reg: []string{"**.New*Server"}, RegArg: 0, RegMethods: true, RegReturns: "TwirpServer", Ctx: "$", Live: Yes},
			{Framework: "gqlgen", Iface: []string{"**.{Query,Mutation,Subscription}Resolver"}, Methods: []string{"*"}, Ctx: "$", Live: Yes},
			{Framework: "MCP", Type: []string{"github.com/modelcontextprotocol/go-sdk/mcp.{ToolHandler,ToolHandlerFor,PromptHandler,ResourceHandler}"}, Params: []string{c, "*github.com/modelcontextprotocol/go-sdk/mcp.ServerRequest", "..."},
				Reg: []string{"github.com/modelcontextprotocol/go-sdk/mcp.AddTool"}, RegArg: 2, Ctx: "$", Live: Yes},
			{Framework: "MCP", Reg: []string{"(*github.com/modelcontextprotocol/go-sdk/mcp.Server).{AddTool,AddPrompt,AddResource,AddResourceTemplate}"}, RegArg: 1, Ctx: "$", Live: Yes},
			{Framework: "mcp-go", Type: []string{"github.com/mark3labs/mcp-go/server.{ToolHandlerFunc,PromptHandlerFunc,ResourceHandlerFunc,ResourceTemplateHandlerFunc}"},
				Reg: []string{"(*github.com/mark3labs/mcp-go/server.MCPServer).{AddTool,AddPrompt,AddResource,AddResourceTemplate}"}, RegArg: 1, Params: []string{c, "github.com/mark3labs/mcp-go/mcp.CallToolRequest", "..."}, Ctx: "$", Live: Maybe},
			{Framework: "mcp-go", Params: []string{c, "github.com/mark3labs/mcp-go/mcp.{GetPromptRequest,ReadResourceRequest}"}, Ctx: "$", Live: Maybe},
			{Framework: "net/rpc", Reg: []string{"net/rpc.Register", "(*net/rpc.Server).Register"}, RegArg: 0, RegMethods: true, Ctx: ""},
			{Framework: "net/rpc", Reg: []string{"net/rpc.RegisterName", "(*net/rpc.Server).RegisterName"}, RegArg: 1, RegMethods: true, Ctx: ""},
		},
		Calls: []Call{
			{Fn: []string{grpc + "Dial"}, Kind: WaitNone, Never: true, Note: "Does not wait unless WithBlock is given, then for ever."},
			{Fn: []string{grpc + "NewClient"}, Never: true},
			{Fn: []string{grpc + "DialContext"}, Kind: WaitDial, Never: true, Ctx: ctxArg(0), Obeys: Yes, Note: "The context matters only with WithBlock."},
			{Fn: []string{"(*google.golang.org/grpc.ClientConn).{Invoke,NewStream}", "(google.golang.org/grpc.ClientConnInterface).{Invoke,NewStream}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "No deadline by default."},
			{Fn: []string{"(*google.golang.org/grpc.ClientConn).WaitForStateChange"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*google.golang.org/grpc.ClientConn).{Close,Connect,ResetConnectBackoff}"}, Unblocks: true},
			{Fn: []string{"(google.golang.org/grpc.ClientStream).{RecvMsg,SendMsg,CloseSend,Header}", "(google.golang.org/grpc.ServerStream).{RecvMsg,SendMsg,SendHeader}", "(google.golang.org/grpc.{ServerStreamingServer,ClientStreamingServer,BidiStreamingServer,ServerStreamingClient,ClientStreamingClient,BidiStreamingClient}).*",
				"(*google.golang.org/grpc.{GenericServerStream,GenericClientStream}).*"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver}, Obeys: Yes},
			{Fn: []string{"(*google.golang.org/grpc.Server).Serve"}, Kind: WaitServer, Never: true},
			{Fn: []string{"(*google.golang.org/grpc.Server).GracefulStop"}, Kind: WaitSync, Fix: FixRewrite, How: "race it against Stop after a limit", Unblocks: true, Note: "Waits for open streams for ever."},
			{Fn: []string{"(*google.golang.org/grpc.Server).Stop"}, Unblocks: true},
		},
		Effects: []Effect{
			{Fn: []string{"(*google.golang.org/grpc.ClientConn).Invoke", "(google.golang.org/grpc.ClientConnInterface).Invoke"}, Kind: EffectUnknown, What: "calls the remote method"},
			{Fn: []string{grpc + "{Dial,DialContext,NewClient}"}, Kind: EffectRead},
			{Fn: []string{"(google.golang.org/grpc.ClientStream).SendMsg"}, Kind: EffectWrite, What: "sends the message", Safe: "a fresh stream"},
		},
		Settings: []Setting{
			{Fn: []string{grpc + "WithTimeout"}, Knob: KnobConnect, Note: "only with WithBlock; deprecated"},
			{Field: []string{grpc + "ConnectParams.MinConnectTimeout"}, Knob: KnobConnect, Default: 20 * sec},
			{Fn: []string{grpc + "ConnectionTimeout"}, Knob: KnobConnect, Default: 120 * sec},
			{Field: []string{"google.golang.org/grpc/keepalive.ClientParameters.{Timeout,Time}"}, Knob: KnobIdle, Note: "detects a dead peer"},
			{Fn: []string{grpc + "WithDisableRetry"}, Knob: KnobRetryOff, Arg: -1, Wraps: -1},
			{Fn: []string{grpc + "{WithUnaryInterceptor,WithChainUnaryInterceptor,WithStreamInterceptor,WithChainStreamInterceptor}"}, Knob: KnobInterceptor},
			{Fn: []string{"connectrpc.com/connect.WithInterceptors"}, Knob: KnobInterceptor},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout.UnaryClientInterceptor"}, Knob: KnobWhole, Note: "of all that is inside it in the chain"},
			{Fn: []string{grpc + "WithDefaultServiceConfig"}, Knob: KnobServiceConfig, Note: "JSON; a retryPolicy in it is capped at five attempts unless WithMaxCallAttempts"},
			{Fn: []string{grpc + "WithMaxCallAttempts"}, Knob: KnobAttempts, DefaultN: 5},
			{Fn: []string{"github.com/go-kratos/kratos/v2/transport/http.WithTimeout", "github.com/go-kratos/kratos/v2/transport/grpc.WithTimeout"}, Knob: KnobAttempt, Default: 2 * sec},
			{Field: []string{"github.com/zeromicro/go-zero/zrpc.RpcClientConf.Timeout"}, Knob: KnobAttempt, Default: 2 * sec, Unit: ms},
			{Field: []string{"github.com/zeromicro/go-zero/zrpc.RpcServerConf.Timeout"}, Knob: KnobHandler, Default: 2 * sec, Unit: ms},
			// grpc-middleware: WithMax counts attempts although it says retries.
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithMax", "github.com/grpc-ecosystem/go-grpc-middleware/retry.WithMax"}, Knob: KnobAttempts, Zero: ZeroOff},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithPerRetryTimeout", "github.com/grpc-ecosystem/go-grpc-middleware/retry.WithPerRetryTimeout"}, Knob: KnobAttempt, Zero: ZeroNone},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithBackoff", "github.com/grpc-ecosystem/go-grpc-middleware/retry.WithBackoff"}, Knob: KnobBackoff},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.WithCodes", "github.com/grpc-ecosystem/go-grpc-middleware/retry.WithCodes"}, Knob: KnobRetryIf},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.Disable", "github.com/grpc-ecosystem/go-grpc-middleware/retry.Disable"}, Knob: KnobRetryOff, Arg: -1, Wraps: -1},
		},
		Makers: []Maker{
			{Fn: []string{grpc + "{UnaryHandler,StreamHandler}", "connectrpc.com/connect.{UnaryFunc,StreamingHandlerFunc}", "github.com/go-kratos/kratos/v2/middleware.Handler", "github.com/go-kit/kit/endpoint.Endpoint"}, Trait: TraitNext},
			{Fn: []string{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry.{UnaryClientInterceptor,StreamClientInterceptor}", "github.com/grpc-ecosystem/go-grpc-middleware/retry.{UnaryClientInterceptor,StreamClientInterceptor}"},
				Trait: TraitRetrying, Attempts: AttemptsUnknown, Effects: Yes, Note: "Off until WithMax(n), which makes n attempts in total; Unavailable and ResourceExhausted of every method."},
		},
	}
}
