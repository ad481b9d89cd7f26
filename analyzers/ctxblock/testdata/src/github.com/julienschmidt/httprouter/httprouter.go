// Package httprouter is a stub.
package httprouter

import "net/http"

type Param struct{ Key, Value string }
type Params []Param
type Handle func(http.ResponseWriter, *http.Request, Params)
