// Package good imports machine images into a test cloud whose API hangs now and then.
// until.Nil gives up after ten minutes; the client behind the import ends a request after one.
package good

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-image-import/good/until"
)

const importLimit = 10 * time.Minute

// Cloud is a client of the test cloud.
type Cloud struct {
	api  string
	http http.Client
}

// New returns a client of the API at url.
func New(url string) *Cloud {
	return &Cloud{api: url, http: http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 4},
		Timeout:   time.Minute,
	}}
}

// Import makes the image under the given name available; importing it twice is harmless.
func (c *Cloud) Import(name, source string) error {
	body, err := json.Marshal(map[string]string{"source": source})
	if err != nil {
		return err
	}
	err = until.Nil(importLimit, 10*time.Second, func() error {
		return c.put(name, body)
	})
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	return nil
}

func (c *Cloud) put(name string, body []byte) error {
	req, err := http.NewRequest(http.MethodPut, c.api+"/images/"+name, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("cloud answered %s", resp.Status)
	}
	return nil
}
