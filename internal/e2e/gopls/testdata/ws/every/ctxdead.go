package every

import (
	"context"
	"net/http"
)

func serve(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(ctx)
}
