// Package bad gives an assistant a tool that asks a registry of names over its line protocol.
// The tool's context ends when the user stops it; dial, question and answer know neither it
// nor any deadline.
package bad

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type registry struct{ addr string }

func (r registry) ask(name string) (string, error) {
	conn, err := net.Dial("tcp", r.addr) // OR blocking-no-ctx
	if err != nil {
		return "", err
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "%s\r\n", name); err != nil {
		return "", err
	}
	raw, err := io.ReadAll(io.LimitReader(conn, 1<<16)) // OR blocking-no-ctx
	return string(raw), err
}

// Tools answers tool calls.
type Tools struct{ reg registry }

// Register adds the tools.
func Register(s *server.MCPServer, addr string) {
	t := &Tools{reg: registry{addr: addr}}
	s.AddTool(mcp.NewTool("owner_of", mcp.WithDescription("Owner of a name"), mcp.WithString("name", mcp.Required())), t.owner)
}

func (t *Tools) owner(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // OR blocking-no-ctx
	name, err := req.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	text, err := t.reg.ask(name) // EXPECT blocking-no-ctx
	if err != nil {
		return mcp.NewToolResultError("registry: " + err.Error()), nil
	}
	return mcp.NewToolResultText(text), nil
}
