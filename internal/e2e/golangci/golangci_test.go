package golangci

import (
	"fmt"
	"os"
	"testing"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"
	"github.com/rogpeppe/go-internal/testscript"

	_ "github.com/faultlint/faultlint/plugin"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"golangci-lint": lint})
}

func lint() {
	if err := commands.Execute(commands.BuildInfo{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
