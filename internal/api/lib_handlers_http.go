package api

// libHandlersHTTP is the handlers of HTTP frameworks.
func libHandlersHTTP() Rows {
	const (
		w = "net/http.ResponseWriter"
		r = "*net/http.Request"
		c = "context.Context"
	)
	return Rows{
		Handlers: []Handler{
			{Framework: "net/http", Type: []string{"net/http.HandlerFunc"}, Params: []string{w, r}, Iface: []string{"net/http.Handler"}, Methods: []string{"ServeHTTP"},
				Reg: []string{"net/http.HandleFunc", "(*net/http.ServeMux).HandleFunc", "(*github.com/gorilla/mux.Router).HandleFunc"}, RegArg: 1,
				Ctx: "$.Context()", CtxParam: 1, Live: Yes, Note: "Over HTTP/1 the client's going is noticed only after the body was read. Shutdown does not end it."},
			{Framework: "net/http", Reg: []string{"net/http.Handle", "(*net/http.ServeMux).Handle", "(*github.com/gorilla/mux.Router).Handle", "(github.com/go-chi/chi/v5.Router).{Handle,Mount}", "(*github.com/go-chi/chi/v5.Mux).{Handle,Mount}"}, RegArg: 1, RegMethods: true, Methods: []string{"ServeHTTP"},
				Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "chi", Reg: []string{"(github.com/go-chi/chi/v5.Router).{Get,Post,Put,Patch,Delete,Head,Options,Connect,Trace,HandleFunc}", "(*github.com/go-chi/chi/v5.Mux).{Get,Post,Put,Patch,Delete,Head,Options,Connect,Trace,HandleFunc}"}, RegArg: 1,
				Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "httprouter", Type: []string{"github.com/julienschmidt/httprouter.Handle"}, Params: []string{w, r, "github.com/julienschmidt/httprouter.Params"}, Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "http.RoundTripper", Iface: []string{"net/http.RoundTripper"}, Methods: []string{"RoundTrip"}, Ctx: "$.Context()", Live: Yes, Note: "on the client's side"},
			{Framework: "grpc-gateway", Type: []string{"github.com/grpc-ecosystem/grpc-gateway/v2/runtime.HandlerFunc"}, Params: []string{w, r, "map[string]string"}, Ctx: "$.Context()", CtxParam: 1, Live: Yes},
			{Framework: "gin", Type: []string{"github.com/gin-gonic/gin.HandlerFunc"}, Params: []string{"*github.com/gin-gonic/gin.Context"}, Ctx: "$.Request.Context()", Live: Yes,
				Note: "*gin.Context is a context.Context that is never done unless Engine.ContextWithFallback is set."},
			{Framework: "echo", Type: []string{"github.com/labstack/echo/v4.HandlerFunc"}, Params: []string{"github.com/labstack/echo/v4.Context"}, Ctx: "$.Request().Context()", Live: Yes},
			{Framework: "echo", Type: []string{"github.com/labstack/echo/v5.HandlerFunc"}, Params: []string{"*github.com/labstack/echo/v5.Context"}, Ctx: "$.Request().Context()", Live: Yes},
			{Framework: "fiber", Params: []string{"*github.com/gofiber/fiber/v2.Ctx"}, Ctx: "$.UserContext()", Live: No, Note: "Background unless a middleware sets it; the client's going is never seen."},
			{Framework: "fiber", Params: []string{"github.com/gofiber/fiber/v3.Ctx"}, Ctx: "$.Context()", Live: No, Note: "Background unless SetContext was called."},
			{Framework: "fasthttp", Type: []string{"github.com/valyala/fasthttp.RequestHandler"}, Params: []string{"*github.com/valyala/fasthttp.RequestCtx"}, Ctx: "$", Live: No, Note: "ends with the server only"},
			{Framework: "hertz", Type: []string{"github.com/cloudwego/hertz/pkg/app.HandlerFunc"}, Params: []string{c, "*github.com/cloudwego/hertz/pkg/app.RequestContext"}, Ctx: "$", Live: Maybe},
			{Framework: "iris", Params: []string{"*github.com/kataras/iris/v12/context.Context"}, Ctx: "$.Request().Context()", Live: Yes},
			{Framework: "go-restful", Type: []string{"github.com/emicklei/go-restful/v3.RouteFunction"}, Params: []string{"*github.com/emicklei/go-restful/v3.Request", "*github.com/emicklei/go-restful/v3.Response"}, Ctx: "$.Request.Context()", Live: Yes},
			{Framework: "huma", Reg: []string{"github.com/danielgtaylor/huma/v2.{Register,Get,Post,Put,Patch,Delete,Head}"}, RegArg: 2, Ctx: "$", Live: Yes},
			{Framework: "go-kratos", Type: []string{"github.com/go-kratos/kratos/v2/transport/http.HandlerFunc"}, Params: []string{"github.com/go-kratos/kratos/v2/transport/http.Context"}, Ctx: "$", Live: Yes, Deadline: sec},
			{Framework: "beego", Embeds: []string{"Controller"}, Iface: []string{"github.com/beego/beego/v2/server/web.ControllerInterface"}, Ctx: "", Live: Yes, Note: "c.Ctx.Request.Context() of the receiver"},
			{Framework: "gorilla/rpc, ogen and the like", Params: []string{c, w, r}, Ctx: "$", Live: Yes},
		},
		Carriers: []Carrier{
			{Type: []string{"*github.com/gin-gonic/gin.Context"}, Ctx: "$.Request.Context()", Self: Yes, Live: No, Unless: "github.com/gin-gonic/gin.Engine.ContextWithFallback", Made: []string{"github.com/gin-gonic/gin.New", "github.com/gin-gonic/gin.Default"}, Note: "never done unless Engine.ContextWithFallback is set"},
			{Type: []string{"github.com/labstack/echo/v4.Context", "*github.com/labstack/echo/v5.Context"}, Ctx: "$.Request().Context()", Self: No},
			{Type: []string{"*github.com/gofiber/fiber/v2.Ctx"}, Ctx: "$.UserContext()", Self: No},
			{Type: []string{"github.com/gofiber/fiber/v3.Ctx"}, Ctx: "$.Context()", Self: Yes, Live: No},
			{Type: []string{"*github.com/valyala/fasthttp.RequestCtx"}, Ctx: "$", Self: Yes, Live: No, Note: "done at the server's end only; must not outlive the handler"},
			{Type: []string{"*github.com/kataras/iris/v12/context.Context"}, Ctx: "$.Request().Context()", Self: No},
			{Type: []string{"*github.com/emicklei/go-restful/v3.Request"}, Ctx: "$.Request.Context()", Self: No},
			{Type: []string{"github.com/go-kratos/kratos/v2/transport/http.Context"}, Ctx: "$", Self: Yes, Live: Yes},
		},
		CtxOps: []CtxOp{
			{Fn: []string{"(*github.com/gin-gonic/gin.Context).Copy"}, Kind: CtxOpValue, Parent: -1, Note: "keeps the request's context"},
			{Fn: []string{"(*github.com/gofiber/fiber/v2.Ctx).UserContext"}, Kind: CtxOpSource, Parent: -1, Live: No},
			{Fn: []string{"(*github.com/gofiber/fiber/v2.Ctx).Context"}, Kind: CtxOpSource, Parent: -1, Live: No, Note: "the *fasthttp.RequestCtx"},
			{Fn: []string{"(*github.com/gofiber/fiber/v2.Ctx).SetUserContext"}, Kind: CtxOpCarry},
			{Fn: []string{"(github.com/gofiber/fiber/v3.Ctx).{Context,RequestCtx}"}, Kind: CtxOpSource, Parent: -1, Live: No},
			{Fn: []string{"(github.com/gofiber/fiber/v3.Ctx).SetContext"}, Kind: CtxOpCarry},
		},
		Makers: []Maker{
			{Fn: []string{"(*github.com/gin-gonic/gin.Engine).{Run,RunTLS}"}, Trait: TraitNoTimeout, Note: "the server they make has no limit at all"},
			{Fn: []string{"(net/http.Handler).ServeHTTP", "(net/http.HandlerFunc).ServeHTTP", "net/http.HandlerFunc", "(*github.com/gin-gonic/gin.Context).Next", "github.com/labstack/echo/{v4,v5}.HandlerFunc", "(*github.com/gofiber/fiber/v2.Ctx).Next", "(github.com/gofiber/fiber/v3.Ctx).Next"}, Trait: TraitNext},
		},
		Settings: []Setting{
			{Field: []string{"github.com/zeromicro/go-zero/rest.RestConf.Timeout"}, Knob: KnobHandler, Default: 3 * sec, Unit: ms, Zero: ZeroNone},
			{Field: []string{"github.com/gin-gonic/gin.Engine.ContextWithFallback"}, Knob: KnobCtxHonoured, Note: "makes *gin.Context end with the request"},
			{Field: []string{"github.com/valyala/fasthttp.Server.ReadTimeout", "github.com/gofiber/fiber/{v2,v3}.Config.ReadTimeout"}, Knob: KnobServerRead, Zero: ZeroNone},
			{Field: []string{"github.com/valyala/fasthttp.Server.WriteTimeout", "github.com/gofiber/fiber/{v2,v3}.Config.WriteTimeout"}, Knob: KnobServerWrite, Zero: ZeroNone},
			{Fn: []string{"github.com/go-chi/chi/v5/middleware.Timeout"}, Knob: KnobHandler, Note: "cancels the request's context"},
			{Fn: []string{"github.com/go-kratos/kratos/v2/transport/http.Timeout", "github.com/go-kratos/kratos/v2/transport/grpc.Timeout"}, Knob: KnobHandler, Default: sec},
		},
		Calls: []Call{
			{Fn: []string{"(*github.com/gin-gonic/gin.Engine).{Run,RunTLS,RunUnix,RunFd,RunListener,RunQUIC}", "(*github.com/labstack/echo/v4.Echo).{Start,StartTLS,StartAutoTLS,StartServer,StartH2CServer}", "(*github.com/gofiber/fiber/{v2,v3}.App).{Listen,Listener}", "(*github.com/gofiber/fiber/v2.App).ListenTLS",
				"github.com/valyala/fasthttp.{ListenAndServe,Serve,ListenAndServeTLS}", "(*github.com/valyala/fasthttp.Server).{ListenAndServe,Serve,ListenAndServeTLS}", "(*github.com/kataras/iris/v12.Application).{Run,Listen}"}, Kind: WaitServer, Never: true, Note: "no timeouts at all unless configured"},
			{Fn: []string{"(*github.com/gin-gonic/gin.Context).{BindJSON,ShouldBindJSON,Bind,ShouldBind,BindQuery,ShouldBindQuery,ShouldBindUri,BindUri,GetRawData,FormFile,MultipartForm,PostForm,JSON,String,Data,HTML,XML,YAML,Render,File,Stream,Next,Status,Header,Set,IndentedJSON,PureJSON,Redirect,Abort,AbortWithStatus,AbortWithStatusJSON,AbortWithError,Error}"}, Never: true},
			{Fn: []string{"(github.com/labstack/echo/v4.Context).*", "(*github.com/labstack/echo/v5.Context).*", "(*github.com/gofiber/fiber/v2.Ctx).*", "(github.com/gofiber/fiber/v3.Ctx).*", "(*github.com/valyala/fasthttp.RequestCtx).*"}, Never: true},
			{Fn: []string{"(*github.com/labstack/echo/v4.Echo).Shutdown", "(*github.com/gofiber/fiber/{v2,v3}.App).ShutdownWithContext", "(*github.com/valyala/fasthttp.Server).ShutdownWithContext"}, Kind: WaitSync, Ctx: ctxArg(0), Obeys: Yes, Unblocks: true},
			{Fn: []string{"(*github.com/gofiber/fiber/{v2,v3}.App).Shutdown", "(*github.com/valyala/fasthttp.Server).Shutdown"}, Kind: WaitSync, Twin: "$WithContext", Fix: FixMechanical, Unblocks: true},
		},
	}
}
