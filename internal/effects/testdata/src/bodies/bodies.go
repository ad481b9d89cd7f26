// Package bodies holds readers, requests and inputs that a second run finds
// used up, and those that it does not.
package bodies

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"bodies/blob"
)

func again(f func() error) error { return f() }

type client struct {
	hc   *http.Client
	base string
	next http.RoundTripper
	api  *s3.Client
	b    *blob.Bucket
}

func (c *client) put(ctx context.Context, body io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, body)
	if err != nil {
		return err
	}
	_, err = c.hc.Do(req)
	return err
}

func DrainedBuffer(ctx context.Context, c *client, v any) {
	var doc bytes.Buffer
	json.NewEncoder(&doc).Encode(v)
	for try := 0; try < 3; try++ {
		if err := c.put(ctx, &doc); err == nil { // want "buffer doc by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
			return
		}
	}
}

func FreshReader(ctx context.Context, c *client, raw []byte) {
	for try := 0; try < 3; try++ {
		if err := c.put(ctx, bytes.NewReader(raw)); err == nil {
			return
		}
	}
}

func RefilledBuffer(ctx context.Context, c *client, v any) {
	var doc bytes.Buffer
	for try := 0; try < 3; try++ {
		doc.Reset()
		json.NewEncoder(&doc).Encode(v)
		if err := c.put(ctx, &doc); err == nil {
			return
		}
	}
}

func BytesOfBuffer(ctx context.Context, c *client, v any) {
	var doc bytes.Buffer
	json.NewEncoder(&doc).Encode(v)
	for try := 0; try < 3; try++ {
		if err := c.put(ctx, bytes.NewReader(doc.Bytes())); err == nil {
			return
		}
	}
}

func ReaderParam(ctx context.Context, c *client, src io.Reader) error {
	return again(func() error {
		return c.put(ctx, src) // want "reader src by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
	})
}

func ReaderWrapped(ctx context.Context, c *client, src io.Reader) error {
	return again(func() error {
		return c.put(ctx, io.NopCloser(bufio.NewReader(src))) // want "reader src by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
	})
}

func ReadBefore(ctx context.Context, c *client, src io.Reader) error {
	raw, err := io.ReadAll(src)
	if err != nil {
		return err
	}
	return again(func() error { return c.put(ctx, bytes.NewReader(raw)) })
}

func Seeks(ctx context.Context, c *client, src io.ReadSeeker) error {
	return again(func() error {
		if _, err := src.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return c.put(ctx, src)
	})
}

func SeekForgotten(ctx context.Context, c *client, src io.ReadSeeker) error {
	return again(func() error {
		return c.put(ctx, src) // want "reader src by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
	})
}

func AssertsSeeker(ctx context.Context, c *client, src io.Reader) error {
	seeker, ok := src.(io.ReadSeeker)
	if !ok {
		return c.put(ctx, src)
	}
	return again(func() error {
		if _, err := seeker.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return c.put(ctx, seeker)
	})
}

func SeeksThroughOther(ctx context.Context, c *client, src io.Reader) error {
	return again(func() error {
		if s, ok := src.(io.Seeker); ok {
			s.Seek(0, io.SeekStart)
		}
		return c.put(ctx, src)
	})
}

// lazy has a Seek that does nothing.
type lazy struct{ io.Reader }

func (l *lazy) Seek(off int64, whence int) (int64, error) { return 0, nil }

func SeekDoesNothing(ctx context.Context, c *client, r io.Reader) error {
	src := &lazy{r}
	return again(func() error {
		src.Seek(0, io.SeekStart)
		return c.put(ctx, src) // want "reader src by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
	})
}

func File(ctx context.Context, c *client, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return again(func() error {
		return c.put(ctx, file) // want "file file by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
	})
}

func FileOpenedAnew(ctx context.Context, c *client, name string) error {
	return again(func() error {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		return c.put(ctx, file)
	})
}

func FileRewound(ctx context.Context, c *client, file *os.File) {
	for try := 0; try < 3; try++ {
		if c.put(ctx, file) == nil {
			return
		}
		file.Seek(0, 0)
	}
}

func RequestOnce(ctx context.Context, c *client, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, io.NopCloser(bytes.NewReader(raw)))
	if err != nil {
		return err
	}
	return again(func() error {
		_, err := c.hc.Do(req) // want "request req by (*http.Client).Do via (*http.Client).Do"
		return err
	})
}

func RequestReplayable(ctx context.Context, c *client, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return again(func() error {
		_, err := c.hc.Do(req) // want "request req by (*http.Client).Do with GetBody via (*http.Client).Do"
		return err
	})
}

func RequestRewound(ctx context.Context, c *client, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return again(func() error {
		if req.Body, err = req.GetBody(); err != nil {
			return err
		}
		_, err := c.hc.Do(req)
		return err
	})
}

func RequestWithoutBody(ctx context.Context, c *client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base, nil)
	if err != nil {
		return err
	}
	empty, _ := http.NewRequest(http.MethodPost, c.base, http.NoBody)
	return again(func() error {
		c.hc.Do(empty)
		_, err := c.hc.Do(req)
		return err
	})
}

func RequestAnew(ctx context.Context, c *client, raw []byte) error {
	return again(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		_, err = c.hc.Do(req)
		return err
	})
}

func (c *client) newRequest(ctx context.Context, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base, body)
	if err != nil {
		return nil, err
	}
	return req, nil
}

func RequestByHelper(ctx context.Context, c *client, raw []byte) error {
	req, err := c.newRequest(ctx, io.NopCloser(bytes.NewReader(raw)))
	if err != nil {
		return err
	}
	return again(func() error {
		_, err := c.hc.Do(req) // want "request req by (*http.Client).Do via (*http.Client).Do"
		return err
	})
}

func RequestByHelperWithoutBody(ctx context.Context, c *client) error {
	req, err := c.newRequest(ctx, nil)
	if err != nil {
		return err
	}
	return again(func() error {
		_, err := c.hc.Do(req)
		return err
	})
}

// Clone shares the body with its original.
func Clone(ctx context.Context, c *client, raw []byte) error {
	req, _ := http.NewRequest(http.MethodPost, c.base, bytes.NewReader(raw))
	return again(func() error {
		_, err := c.hc.Do(req.Clone(ctx)) // want "request req by (*http.Client).Do with GetBody via (*http.Client).Do"
		return err
	})
}

// WrongOneRewound rewinds the original after the clone was made.
func WrongOneRewound(ctx context.Context, c *client, raw []byte) error {
	req, _ := http.NewRequest(http.MethodPost, c.base, bytes.NewReader(raw))
	return again(func() error {
		r2 := req.Clone(ctx)
		req.Body, _ = req.GetBody()
		_, err := c.hc.Do(r2) // want "request req by (*http.Client).Do with GetBody via (*http.Client).Do"
		return err
	})
}

func CloneRewound(ctx context.Context, c *client, raw []byte) error {
	req, _ := http.NewRequest(http.MethodPost, c.base, bytes.NewReader(raw))
	return again(func() error {
		r2 := req.Clone(ctx)
		r2.Body, _ = req.GetBody()
		_, err := c.hc.Do(r2)
		return err
	})
}

type retrying struct{ next http.RoundTripper }

func (t *retrying) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for try := 0; try < 3; try++ {
		resp, err = t.next.RoundTrip(req) // want "request req by (http.RoundTripper).RoundTrip via (http.RoundTripper).RoundTrip"
		if err == nil {
			return resp, nil
		}
	}
	return resp, err
}

type careful struct{ next http.RoundTripper }

func (t *careful) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Body != nil && req.GetBody == nil {
		return t.next.RoundTrip(req)
	}
	for try := 0; try < 3; try++ {
		if try > 0 && req.GetBody != nil {
			req.Body, _ = req.GetBody()
		}
		resp, err = t.next.RoundTrip(req)
		if err == nil {
			return resp, nil
		}
	}
	return resp, err
}

type onlyGet struct{ next http.RoundTripper }

func (t *onlyGet) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return t.next.RoundTrip(req)
	}
	for try := 0; try < 3; try++ {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return resp, err
}

func rewind(req *http.Request) (err error) {
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	}
	return err
}

func RewoundByHelper(ctx context.Context, c *client, raw []byte) error {
	req, _ := http.NewRequest(http.MethodPost, c.base, bytes.NewReader(raw))
	return again(func() error {
		if err := rewind(req); err != nil {
			return err
		}
		_, err := c.hc.Do(req)
		return err
	})
}

func Upload(ctx context.Context, c *client, name string, src io.Reader) error {
	return again(func() error {
		return c.b.Upload(ctx, name, src) // want "reader src by (*s3.Client).PutObject via (*blob.Bucket).Upload (*s3.Client).PutObject"
	})
}

func InputOnce(ctx context.Context, c *client, src io.Reader) error {
	in := &s3.PutObjectInput{Body: src}
	return again(func() error {
		_, err := c.api.PutObject(ctx, in) // want "input in by (*s3.Client).PutObject via (*s3.Client).PutObject"
		return err
	})
}

func InputAnew(ctx context.Context, c *client, raw []byte) error {
	in := &s3.PutObjectInput{}
	return again(func() error {
		in.Body = bytes.NewReader(raw)
		_, err := c.api.PutObject(ctx, in)
		return err
	})
}

func Copy(ctx context.Context, dst io.Writer, src io.Reader) error {
	return again(func() error {
		_, err := io.Copy(dst, src) // want "reader src by io.Copy via io.Copy"
		return err
	})
}

func Multipart(ctx context.Context, c *client, name string) error {
	body := &bytes.Buffer{}
	mw := multipart.NewWriter(body)
	mw.WriteField("name", name)
	mw.Close()
	return again(func() error {
		_, err := http.Post(c.base, mw.FormDataContentType(), body) // want "buffer body by http.Post via http.Post"
		return err
	})
}

func StringsReader(c *client, s string) {
	r := strings.NewReader(s)
	for try := 0; try < 3; try++ {
		if _, err := http.Post(c.base, "text/plain", r); err == nil { // want "buffer r by http.Post via http.Post"
			break
		}
	}
}

func Decoder(r io.Reader) error {
	dec := json.NewDecoder(r)
	var v any
	return again(func() error {
		return dec.Decode(&v) // want "decoder dec by (*json.Decoder).Decode via (*json.Decoder).Decode"
	})
}

// LastThing is read only when nothing can fail any more.
func LastThing(ctx context.Context, c *client, src io.Reader) {
	for try := 0; try < 3; try++ {
		if c.put(ctx, nil) != nil {
			continue
		}
		io.ReadAll(src)
		return
	}
}

func (c *client) doJSON(ctx context.Context, path string, body io.Reader) error {
	for try := 0; try < 3; try++ {
		if c.put(ctx, body) == nil {
			return nil
		}
	}
	return nil
}

func (c *client) List(ctx context.Context) error { return c.doJSON(ctx, "/list", nil) }

// Loop is judged by the test although nobody outside can call doRetry.
func (c *client) Proxied(w http.ResponseWriter, r *http.Request) {
	for try := range 3 {
		_ = try
		if c.put(r.Context(), r.Body) == nil { // want "reader r by http.NewRequestWithContext via (*client).put http.NewRequestWithContext"
			return
		}
	}
}

func (c *client) ProxiedBuffered(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	for try := range 3 {
		_ = try
		r.Body = io.NopCloser(bytes.NewReader(raw))
		if c.put(r.Context(), r.Body) == nil {
			return
		}
	}
}

// Chunks reads a stream on: no attempt reads what another has read.
func Chunks(ctx context.Context, c *client, rd io.Reader) error {
	for try := 0; try < 3; try++ {
		buf := make([]byte, 10)
		n, err := io.ReadFull(rd, buf)
		if err != nil {
			continue
		}
		return c.put(ctx, bytes.NewReader(buf[:n]))
	}
	return nil
}
