package transport

import (
	"bytes"
	"context"
	"net/http"

	"transport/layers"
)

func bySteady(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.NewSteady()} // want `POST to /b is repeated by the transport of the client \(3 attempts\)`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/b", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func byBuffered(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.NewBuffered()} // want `POST to /b is repeated by the transport of the client \(3 attempts\)`
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/b", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func byBodiless(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.NewBodiless()}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/b", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func byStraight(ctx context.Context, raw []byte) error {
	c := &http.Client{Transport: layers.NewStraight()}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://x.example/b", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
