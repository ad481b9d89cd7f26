// Package good draws coats of arms. A helper prepares the context for the drawing: it
// adds the style, and that is all.
package good

import (
	"context"
	"errors"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

type styleKey struct{}

// Style is the style of a drawing.
type Style struct{ Line, Fill string }

func withStyle(ctx context.Context, s Style) context.Context {
	return context.WithValue(ctx, styleKey{}, s)
}

// StyleOf returns the style, or the plain one.
func StyleOf(ctx context.Context) Style {
	if s, ok := ctx.Value(styleKey{}).(Style); ok {
		return s
	}
	return Style{Line: "black", Fill: "none"}
}

// Artist draws; a good one takes a while.
type Artist interface {
	Draw(ctx context.Context, family string) ([]byte, error)
}

// Herald is the service.
type Herald struct {
	artist  Artist
	styles  map[string]Style
	longest time.Duration
}

// Arms implements the procedure.
func (h *Herald) Arms(ctx context.Context, req *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.BytesValue], error) {
	family := req.Msg.GetValue()
	if family == "" {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("no family"))
	}
	ctx = withStyle(ctx, h.styles[req.Header().Get("Region")])
	ctx, cancel := context.WithTimeout(ctx, h.longest)
	defer cancel()
	img, err := h.artist.Draw(ctx, family)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, connect.NewError(connect.CodeDeadlineExceeded, err)
		}
		return nil, connect.NewError(connect.CodeInternal, err)
	}
	return connect.NewResponse(wrapperspb.Bytes(img)), nil
}
