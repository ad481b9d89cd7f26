package outside

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"
)

type userKey struct{}

func fetchPage(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func withUser(ctx context.Context, user string) context.Context {
	return context.WithValue(context.Background(), userKey{}, user) // want `withUser is given a context and returns one that begins here, and asUser calls fetchPage under it, so the end of ctx does not reach fetchPage`
}

func asUser(ctx context.Context, url string) error {
	ctx = withUser(ctx, "system")
	return fetchPage(ctx, url)
}

func withTrace(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, userKey{}, id)
}

func traced(ctx context.Context, url string) error {
	ctx = withTrace(ctx, "1")
	return fetchPage(ctx, url)
}

func detachedCopy(ctx context.Context, id string) context.Context {
	return context.WithValue(context.Background(), userKey{}, id)
}

// beside keeps the caller's for what it waits for.
func beside(ctx context.Context, url string) error {
	own := detachedCopy(ctx, "1")
	go fetchPage(own, url)
	return fetchPage(ctx, url)
}

func count(ctx context.Context, db *sql.DB) (int, error) {
	c, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `the end of ctx does not reach \(\*DB\).QueryRowContext, although the caller waits for it`
	defer cancel()
	var n int
	if err := db.QueryRowContext(c, "SELECT count(*) FROM t").Scan(&n); err != nil {
		return 0, err
	}
	return n, nil
}

// taken changes something on the way, which is to be brought to its end.
func taken(ctx context.Context, db *sql.DB) (int, error) {
	c, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var n int
	if err := db.QueryRowContext(c, "UPDATE t SET n = n + 1 RETURNING n").Scan(&n); err != nil {
		return 0, errors.Join(err, ctx.Err())
	}
	return n, nil
}
