// Package mcp is a stub.
package mcp

import "context"

type Server struct{}
type Tool struct{}
type CallToolParams struct{}
type ServerRequest[P any] struct{ Params P }
type CallToolRequest = ServerRequest[*CallToolParams]
type CallToolResult struct{}
type ToolHandler func(context.Context, *CallToolRequest) (*CallToolResult, error)
type ToolHandlerFor[In, Out any] func(context.Context, *CallToolRequest, In) (*CallToolResult, Out, error)

func AddTool[In, Out any](s *Server, t *Tool, h ToolHandlerFor[In, Out]) {}
func (s *Server) AddTool(t *Tool, h ToolHandler)                         {}
