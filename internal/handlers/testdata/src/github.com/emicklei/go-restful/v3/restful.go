// Package restful is a stub.
package restful

import "net/http"

type RouteFunction func(*Request, *Response)

type Request struct{ Request *http.Request }
type Response struct{}
