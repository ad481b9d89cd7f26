// Package good creates VPN gateways through the RPC interface of a cloud provider.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

// GatewaySpec describes a gateway.
type GatewaySpec struct {
	Name      string
	VPC       string
	Bandwidth int
}

type apiError struct {
	Status int
	Code   string `json:"Code"`
}

func (e *apiError) Error() string { return fmt.Sprintf("provider: %d %s", e.Status, e.Code) }

// Client calls the provider.
type Client struct {
	endpoint string
	http     *http.Client
	sign     func(url.Values)
}

// NewClient returns a client; sign adds the credentials to the parameters of a call.
func NewClient(endpoint string, sign func(url.Values)) *Client {
	return &Client{endpoint: endpoint, http: &http.Client{Timeout: 15 * time.Second}, sign: sign}
}

// CreateGateway orders a gateway and returns its ID.
func (c *Client) CreateGateway(ctx context.Context, spec GatewaySpec) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()

	policy := retry.WithMaxRetries(4, retry.WithJitterPercent(25, retry.NewExponential(500*time.Millisecond)))
	params := createParams(spec)
	var out struct {
		GatewayID string `json:"VpnGatewayId"`
	}
	err := retry.Do(ctx, policy, func(ctx context.Context) error {
		err := c.call(ctx, params, &out)
		if passing(err) {
			return retry.RetryableError(err)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("create gateway %s: %w", spec.Name, err)
	}
	return out.GatewayID, nil
}

func createParams(spec GatewaySpec) url.Values {
	return url.Values{
		"Action":      {"CreateVpnGateway"},
		"ClientToken": {uuid.NewString()},
		"Name":        {spec.Name},
		"VpcId":       {spec.VPC},
		"Bandwidth":   {strconv.Itoa(spec.Bandwidth)},
	}
}

func (c *Client) call(ctx context.Context, params url.Values, out any) error {
	signed := maps.Clone(params)
	c.sign(signed)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(signed.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	body := json.NewDecoder(io.LimitReader(resp.Body, 1<<20))
	if resp.StatusCode != http.StatusOK {
		fault := &apiError{Status: resp.StatusCode}
		_ = body.Decode(fault)
		return fault
	}
	return body.Decode(out)
}

func passing(err error) bool {
	var fault *apiError
	if errors.As(err, &fault) {
		return fault.Status >= 500 || fault.Code == "Throttling"
	}
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}
