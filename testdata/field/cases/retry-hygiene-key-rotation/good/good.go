// Package good rotates the signing keys of an identity service.
// The pause is that many tenths of a second.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const attempts = 6

var errStandby = errors.New("vault is in standby")

// Vault keeps the keys.
type Vault struct {
	addr   string
	token  string
	client *http.Client // with a timeout
}

// Rotate makes the version the current one; it is idempotent in the version.
func (v *Vault) Rotate(ctx context.Context, key string, version int) error {
	for n := 1; ; n++ {
		err := v.put(ctx, key, version)
		if err == nil {
			return nil
		}
		if !errors.Is(err, errStandby) || n == attempts {
			return fmt.Errorf("rotate %s to %d: %w", key, version, err)
		}
		pause := time.NewTimer(time.Duration(1<<n) * 100 * time.Millisecond)
		select {
		case <-ctx.Done():
			pause.Stop()
			return errors.Join(ctx.Err(), err)
		case <-pause.C:
		}
	}
}

func (v *Vault) put(ctx context.Context, key string, version int) error {
	body := strings.NewReader(fmt.Sprintf(`{"current": %d}`, version))
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, v.addr+"/v1/keys/"+key, body)
	if err != nil {
		return err
	}
	req.Header.Set("X-Vault-Token", v.token)
	resp, err := v.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return nil
	case http.StatusServiceUnavailable:
		return errStandby
	}
	return fmt.Errorf("vault answered %s", resp.Status)
}
