package healthz

import "net/http"

type Checker func(req *http.Request) error
