package fixes

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"
)

func put(ctx context.Context, c *http.Client, url string, data []byte) error {
	body := bytes.NewReader(data)
	var err error
	for try := 0; try < 3; try++ {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, body) // want `buffer body is read to its end by the first attempt`
		if err != nil {
			return err
		}
		var resp *http.Response
		resp, err = c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << try)
	}
	return err
}

// Its operand changes: not moved.
func changed(ctx context.Context, c *http.Client, url string, text string) error {
	text = strings.TrimSpace(text)
	body := strings.NewReader(text)
	text = ""
	var err error
	for try := 0; try < 3; try++ {
		var req *http.Request
		req, err = http.NewRequestWithContext(ctx, http.MethodPut, url, body) // want `buffer body is read to its end by the first attempt`
		if err != nil {
			return err
		}
		var resp *http.Response
		resp, err = c.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << try)
	}
	return err
}
