// Package web has the handlers of HTTP frameworks.
package web

import (
	"context"
	"net/http"

	"github.com/cloudwego/hertz/pkg/app"
	"github.com/danielgtaylor/huma/v2"
	restful "github.com/emicklei/go-restful/v3"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	fiber3 "github.com/gofiber/fiber/v3"
	"github.com/gorilla/mux"
	"github.com/gorilla/websocket"
	"github.com/julienschmidt/httprouter"
	iris "github.com/kataras/iris/v12/context"
	"github.com/labstack/echo/v4"
	echo5 "github.com/labstack/echo/v5"
	"github.com/valyala/fasthttp"
)

type service struct{}

func (s *service) list(w http.ResponseWriter, r *http.Request) {} // want `^net/http request by type: r.Context\(\) live$`

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {} // want `^net/http request by interface: r.Context\(\) live$`

func health(w http.ResponseWriter, _ *http.Request) {} // want `^net/http request by type: r.Context\(\) blank live$`

func routes(s *service) {
	http.HandleFunc("/list", s.registered)
	mux := http.NewServeMux()
	mux.HandleFunc("/literal", func(w http.ResponseWriter, r *http.Request) {}) // want `^net/http request by registration: r.Context\(\) live$`
}

func (s *service) registered(w http.ResponseWriter, req *http.Request) {} // want `^net/http request by registration: req.Context\(\) live$`

func middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // want `^net/http request by registration: r.Context\(\) live$`
		next.ServeHTTP(w, r)
	})
}

// A helper that takes both serves the request as well.
func (s *service) reply(w http.ResponseWriter, r *http.Request, status int) {} // want `^net/http request by param: r.Context\(\) live$`

// On the client's side a request makes no handler.
func send(r *http.Request) (*http.Response, error) { return http.DefaultClient.Do(r) }

type transport struct{}

func (transport) RoundTrip(r *http.Request) (*http.Response, error) { return nil, nil }

func chiRoutes(s *service) http.Handler {
	r := chi.NewRouter()
	r.Get("/x", s.chi)
	return r
}

func (s *service) chi(w http.ResponseWriter, r *http.Request) {} // want `^net/http request by registration: r.Context\(\) live$`

func gorilla(r *mux.Router) {
	r.HandleFunc("/x", func(w http.ResponseWriter, r *http.Request) {}) // want `^net/http request by registration: r.Context\(\) live$`
}

func router(w http.ResponseWriter, r *http.Request, ps httprouter.Params) {} // want `^httprouter request by type: r.Context\(\) live$`

func ginHandler(c *gin.Context) {} // want `^gin request by type: c.Request.Context\(\) live$`

func ginMiddleware(limit int) gin.HandlerFunc {
	return func(c *gin.Context) {} // want `^gin request by registration: c.Request.Context\(\) live$`
}

func ginRoutes(e *gin.Engine) {
	e.GET("/x", ginMiddleware(3), func(c *gin.Context) {}) // want `^gin request by registration: c.Request.Context\(\) live$`
}

func ginHelper(c *gin.Context, id string) string { return id } // want `^gin request by param: c.Request.Context\(\) live$`

func echoHandler(c echo.Context) error { return nil } // want `^echo request by type: c.Request\(\).Context\(\) live$`

func echoMiddleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error { return next(c) } // want `^echo request by registration: c.Request\(\).Context\(\) live$`
}

func echo5Handler(c *echo5.Context) error { return nil } // want `^echo request by type: c.Request\(\).Context\(\) live$`

func fiberHandler(c *fiber.Ctx) error { return nil } // want `^fiber request by type: c.UserContext\(\) dead$`

func fiber3Handler(c fiber3.Ctx) error { return nil } // want `^fiber request by type: c.Context\(\) dead$`

func fast(ctx *fasthttp.RequestCtx) {} // want `^fasthttp request by type: ctx dead$`

func hertz(ctx context.Context, c *app.RequestContext) {} // want `^hertz request by type: ctx live$`

func irisHandler(ctx *iris.Context) {} // want `^iris request by type: ctx.Request\(\).Context\(\) live$`

func rest(req *restful.Request, resp *restful.Response) {} // want `^go-restful request by type: req.Request.Context\(\) live$`

type in struct{}
type out struct{}

func humaRoutes(api huma.API, s *service) {
	huma.Register(api, huma.Operation{}, s.huma)
	huma.Get(api, "/x", func(ctx context.Context, i *in) (*out, error) { return nil, nil }) // want `^huma request by registration: ctx live$`
}

func (s *service) huma(ctx context.Context, i *in) (*out, error) { return nil, nil } // want `^huma request by registration: ctx live$`

// The same shape without a registration is none.
func (s *service) load(ctx context.Context, i *in) (*out, error) { return nil, nil }

func readPump(conn *websocket.Conn) {}

//faultlint:handler
func marked(ctx context.Context, key string) error { return nil } // want `^ request by directive: ctx live$`

func handlerMap() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/a": func(w http.ResponseWriter, r *http.Request) {}, // want `^net/http request by registration: r.Context\(\) live$`
	}
}

func wrap(s *service) http.Handler {
	h := http.HandlerFunc(s.wrapped)
	return h
}

func (s *service) wrapped(w http.ResponseWriter, r *http.Request) {} // want `^net/http request by registration: r.Context\(\) live$`
