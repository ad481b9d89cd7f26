// Package bad asks tools for their version before a workshop opens, with a limit. The limit kills
// the tool alone. One that left a helper running in the background keeps the output open through
// it, and the workshop waits for the helper as long as that likes to live.
package bad

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"time"
)

var version = regexp.MustCompile(`\d+\.\d+(\.\d+)?`)

// Tool is a program that knows its version.
type Tool struct {
	Name string
	Args []string
	Want string
}

// Inspector asks tools.
type Inspector struct {
	limit time.Duration
}

// Finding is what is wrong with a tool.
type Finding struct {
	Tool string
	Err  error
}

// ErrOld is found on a tool of another version.
var ErrOld = errors.New("not the version that is wanted")

// Inspect asks all tools.
func (i *Inspector) Inspect(ctx context.Context, tools []Tool) []Finding {
	var out []Finding
	for _, t := range tools {
		have, err := i.ask(ctx, t)
		if err == nil && have != t.Want {
			err = fmt.Errorf("%s: %w", have, ErrOld)
		}
		if err != nil {
			out = append(out, Finding{t.Name, err})
		}
	}
	return out
}

func (i *Inspector) ask(ctx context.Context, t Tool) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, i.limit)
	defer cancel()
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, t.Name, t.Args...) // OR ignored-done
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil { // EXPECT ignored-done
		if ctx.Err() != nil {
			return "", fmt.Errorf("no answer within %s: %w", i.limit, ctx.Err())
		}
		return "", fmt.Errorf("%w: %s", err, said.Bytes())
	}
	v := version.FindString(said.String())
	if v == "" {
		return "", fmt.Errorf("no version in %q", said.String())
	}
	return v, nil
}
