// Package gin stands in for gin.
package gin

import "net/http"

type Context struct{ Request *http.Request }

func (c *Context) Status(code int)        {}
func (c *Context) JSON(code int, obj any) {}
