// Package good shows who changed which bar of a score, as a connect service. The history is given the
// call's context, and git is killed when it ends.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// History knows the authors of a file, line by line.
type History interface {
	Authors(ctx context.Context, file string) ([]string, error)
}

// Service answers questions about scores.
type Service struct{ history History }

// Handler returns the service over a history that lives in the work tree at dir.
func Handler(dir string) (path string, h http.Handler) {
	s := &Service{history: &gitHistory{dir: dir}}
	const procedure = "/scores.v1.Scores/Authors"
	return procedure, connect.NewUnaryHandler(procedure, s.Authors)
}

// Authors answers with the names of all who wrote in a score.
func (s *Service) Authors(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
	file := req.Msg.GetValue()
	if file == "" || strings.Contains(file, "..") {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("no such score"))
	}
	authors, err := s.history.Authors(ctx, file)
	if err != nil {
		return nil, connect.NewError(connect.CodeInternal, err)
	}
	return connect.NewResponse(wrapperspb.String(strings.Join(authors, ", "))), nil
}

type gitHistory struct{ dir string }

func (g *gitHistory) Authors(ctx context.Context, file string) ([]string, error) {
	out, err := g.git(ctx, "blame", "--line-porcelain", "--", file)
	if err != nil {
		return nil, err
	}
	var names []string
	seen := make(map[string]bool)
	for line := range strings.SplitSeq(out, "\n") {
		name, ok := strings.CutPrefix(line, "author ")
		if ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names, nil
}

func (g *gitHistory) git(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", g.dir}, args...)...)
	cmd.WaitDelay = time.Second
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], errors.Join(ctx.Err(), err))
	}
	return out.String(), nil
}
