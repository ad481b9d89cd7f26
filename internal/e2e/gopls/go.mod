module github.com/faultlint/faultlint/internal/e2e/gopls

go 1.26.0

require github.com/faultlint/faultlint v0.0.0

require (
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/faultlint/faultlint => ../../..
