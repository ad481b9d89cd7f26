package bodies

import (
	"bytes"
	"io"

	"github.com/go-resty/resty/v2"
)

func StreamsOf(c *resty.Client, raw []byte, r io.Reader) {
	c.R().SetBody(bytes.NewBuffer(raw)).Put("https://a") // want "stream bytes.NewBuffer(raw) to (*resty.Request).Put"
	c.R().SetBody(bytes.NewReader(raw)).Put("https://a") // want "stream bytes.NewReader(raw) to (*resty.Request).Put that seeks"
	c.R().SetBody(raw).Put("https://a")
	req := c.R()
	req.SetBody(r)
	req.Put("https://a") // want "stream r to (*resty.Request).Put"
}
