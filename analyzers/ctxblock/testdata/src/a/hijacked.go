package a

import (
	"io"
	"net"
	"net/http"
)

// Once the connection is taken over the request's context tells of nothing any more.
func tunnel(w http.ResponseWriter, r *http.Request) {
	up, err := (&net.Dialer{}).DialContext(r.Context(), "tcp", r.Host)
	if err != nil {
		http.Error(w, "no way there", http.StatusBadGateway)
		return
	}
	defer up.Close()
	down, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer down.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(up, down)
	}()
	io.Copy(down, up)
	<-done
}
