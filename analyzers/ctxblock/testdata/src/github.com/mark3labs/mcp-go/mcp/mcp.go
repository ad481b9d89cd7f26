// Package mcp is a stub.
package mcp

type Tool struct{}
type CallToolRequest struct{}
type CallToolResult struct{}
