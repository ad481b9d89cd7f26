// Package good gives an assistant a tool that asks a registry of names over its line protocol.
// The connection is dialled under the tool's context and closed when that ends.
package good

import (
	"context"
	"fmt"
	"io"
	"net"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type registry struct{ addr string }

func (r registry) ask(ctx context.Context, name string) (string, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if _, err := fmt.Fprintf(conn, "%s\r\n", name); err != nil {
		return "", err
	}
	raw, err := io.ReadAll(io.LimitReader(conn, 1<<16))
	return string(raw), err
}

// Tools answers tool calls.
type Tools struct{ reg registry }

// Register adds the tools.
func Register(s *server.MCPServer, addr string) {
	t := &Tools{reg: registry{addr: addr}}
	s.AddTool(mcp.NewTool("owner_of", mcp.WithDescription("Owner of a name"), mcp.WithString("name", mcp.Required())), t.owner)
}

func (t *Tools) owner(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := req.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	text, err := t.reg.ask(ctx, name)
	if err != nil {
		return mcp.NewToolResultError("registry: " + err.Error()), nil
	}
	return mcp.NewToolResultText(text), nil
}
