// Package ok distributes sheets to the singers of a choir over gRPC. Recv and Send stand alone in loops and
// take no context: both end with the stream's, which is the call's.
package ok

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Stream is a singer: titles come in, pages go out.
type Stream = grpc.BidiStreamingServer[wrapperspb.StringValue, wrapperspb.BytesValue]

// Upload is a librarian who brings pages of one title.
type Upload = grpc.ClientStreamingServer[wrapperspb.BytesValue, wrapperspb.Int64Value]

// Library keeps sheets in memory.
type Library struct {
	mu     sync.RWMutex
	sheets map[string][][]byte
}

// NewLibrary returns an empty library.
func NewLibrary() *Library { return &Library{sheets: make(map[string][][]byte)} }

// Hand answers each title with its pages.
func (l *Library) Hand(stream Stream) error {
	for {
		title, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		pages := l.pages(title.GetValue())
		if pages == nil {
			return status.Errorf(codes.NotFound, "no sheet of %q", title.GetValue())
		}
		for _, p := range pages {
			if err := stream.Send(wrapperspb.Bytes(p)); err != nil {
				return fmt.Errorf("send page: %w", err)
			}
		}
	}
}

// Take stores the pages of a title; the first message is its name.
func (l *Library) Take(stream Upload) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	title := string(first.GetValue())
	var pages [][]byte
	for {
		page, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if len(pages) == 500 {
			return status.Error(codes.ResourceExhausted, "too many pages")
		}
		pages = append(pages, page.GetValue())
	}
	l.mu.Lock()
	l.sheets[title] = pages
	l.mu.Unlock()
	return stream.SendAndClose(wrapperspb.Int64(int64(len(pages))))
}

func (l *Library) pages(title string) [][]byte {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.sheets[title]
}
