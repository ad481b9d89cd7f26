package every

import (
	"context"
	"io"
	"net/http"
	"sync"
)

type login struct {
	mu     sync.Mutex
	token  string
	client *http.Client
}

func (l *login) Token(ctx context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.token != "" {
		return l.token, nil
	}
	token, err := l.renew(ctx)
	if err == nil {
		l.token = token
	}
	return token, err
}

func (l *login) renew(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://login.example.com/token", nil)
	if err != nil {
		return "", err
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}
