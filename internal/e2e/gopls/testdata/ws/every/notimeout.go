package every

import "net/http"

func listen(addr string, mux *http.ServeMux) error {
	srv := &http.Server{Addr: addr, Handler: mux}
	return srv.ListenAndServe()
}
