package a

import "net/http"

// The author has told another linter about the same thing that it is meant.
func preview(mux *http.ServeMux) {
	if err := http.ListenAndServe(":3000", mux); err != nil { //nolint:gosec // Only for development use.
		panic(err)
	}
}

func behindProxy(mux *http.ServeMux) error {
	// #nosec G114 -- the proxy has timeouts
	return http.ListenAndServe(":3001", mux)
}

// Other rules of that linter are about something else.
func other(mux *http.ServeMux) error {
	return http.ListenAndServe(":3002", mux) // #nosec G102 // want `http.ListenAndServe makes a server without any limit`
}
