package a

import (
	"bufio"
	"context"
	"net/http"
	"time"
)

// Pace pauses at the end of each turn.
func Pace(ctx context.Context, url string) {
	for {
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			continue
		}
		if resp, err := http.DefaultClient.Do(req); err == nil { // want `its context, that of the loop in Pace`
			resp.Body.Close()
		}
		select {
		case <-time.After(time.Minute):
		case <-ctx.Done():
			return
		}
	}
}

// Looked asks for the context in its condition.
func Looked(ctx context.Context, url string) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for ctx.Err() == nil {
		req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
		if resp, err := http.DefaultClient.Do(req); err == nil { // want `its context, that of the loop in Looked`
			resp.Body.Close()
		}
		<-t.C
	}
}

// Fed gets what it works on from outside, for as long as it lives.
func Fed(ctx context.Context, urls <-chan string) {
	for {
		select {
		case url := <-urls:
			req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
			if resp, err := http.DefaultClient.Do(req); err == nil { // want `its context, that of the loop in Fed`
				resp.Body.Close()
			}
		case <-ctx.Done():
			return
		}
	}
}

// Own makes its context itself.
func Own(url string) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	t := time.NewTicker(time.Minute)
	for {
		select {
		case <-t.C:
			req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
			if resp, err := http.DefaultClient.Do(req); err == nil { // want `its context, that of the loop in Own`
				resp.Body.Close()
			}
		case <-ctx.Done():
			return
		}
	}
}

// Watched cancels its context when a turn takes too long.
func Watched(url string) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	t := time.NewTicker(time.Minute)
	for {
		select {
		case <-t.C:
			w := time.AfterFunc(time.Second, stop)
			req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
			w.Stop()
		case <-ctx.Done():
			return
		}
	}
}

// Until asks until the answer is there: its caller waits for it, with a limit or not.
func Until(ctx context.Context, url string) {
	for {
		req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
		if err != nil {
			return
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			resp.Body.Close()
			return
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
	}
}

// feed is handed the items of one call.
func feed(ctx context.Context, urls <-chan string) {
	for {
		select {
		case url := <-urls:
			req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		case <-ctx.Done():
			return
		}
	}
}

func all(ctx context.Context, all []string) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	urls := make(chan string)
	go feed(ctx, urls)
	for _, u := range all {
		urls <- u
	}
}

// Follow subscribes again when the connection is lost: the answer has no end.
func Follow(ctx context.Context, url string, take func(string)) {
	for {
		follow(ctx, url, take)
		select {
		case <-time.After(10 * time.Second):
		case <-ctx.Done():
			return
		}
	}
}

func follow(ctx context.Context, url string, take func(string)) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		take(lines.Text())
	}
}

// Rearmed sets its timer again in each turn.
func Rearmed(ctx context.Context, url string) {
	wait := time.NewTimer(time.Minute)
	defer wait.Stop()
	for {
		select {
		case <-wait.C:
		case <-ctx.Done():
			return
		}
		rearmedPull(ctx, url)
		wait.Reset(time.Minute)
	}
}

func rearmedPull(ctx context.Context, url string) {
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	if resp, err := http.DefaultClient.Do(req); err == nil { // want `its context, that of the loop in Rearmed`
		resp.Body.Close()
	}
}

// Once waits, and asks one time.
func Once(ctx context.Context, url string) {
	wait := time.NewTimer(time.Minute)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return
	}
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	if resp, err := http.DefaultClient.Do(req); err == nil {
		resp.Body.Close()
	}
}
