// Package bad lets an assistant check recipes with a linter, as an MCP tool. The tool's handler is a
// method value with a context; the linter is a program, run by a helper that knows none. A recipe
// that sends the linter into a loop keeps it there after the assistant has given up.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Remark is what the linter says about a line.
type Remark struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Linter runs a program that reads a recipe and prints remarks.
type Linter struct {
	path  string
	rules []string
}

// Register adds the linter's tool to a server.
func (l *Linter) Register(srv *server.MCPServer) {
	srv.AddTool(mcp.NewTool("check_recipe",
		mcp.WithDescription("Checks a recipe for mistakes"),
		mcp.WithString("recipe", mcp.Required())), l.check)
}

func (l *Linter) check(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := req.RequireString("recipe")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	remarks, err := decode[[]Remark](l.run(text)) // OR blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("check recipe: %w", err)
	}
	var sb strings.Builder
	for _, r := range remarks {
		fmt.Fprintf(&sb, "line %d: %s\n", r.Line, r.Text)
	}
	if sb.Len() == 0 {
		return mcp.NewToolResultText("nothing to say"), nil
	}
	return mcp.NewToolResultText(sb.String()), nil
}

func (l *Linter) run(text string) ([]byte, error) {
	args := []string{"--json", "-"}
	for _, r := range l.rules {
		args = append(args, "--rule", r)
	}
	var out, complaints bytes.Buffer
	cmd := exec.Command(l.path, args...) // OR blocking-no-ctx
	cmd.Stdin = strings.NewReader(text)
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err := cmd.Run() // EXPECT blocking-no-ctx
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return out.Bytes(), nil // remarks were made
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, complaints.Bytes())
	}
	return out.Bytes(), nil
}

func decode[T any](raw []byte, err error) (v T, _ error) {
	if err != nil {
		return v, err
	}
	err = json.Unmarshal(raw, &v)
	return v, err
}
