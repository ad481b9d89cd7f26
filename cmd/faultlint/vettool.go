package main

import (
	"flag"
	"os"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/faultlint/faultlint/internal/rule"
)

// isVetTool reports whether the arguments are those with which go vet runs a tool.
func isVetTool(args []string) bool {
	for i, arg := range args {
		switch arg {
		case "-V=full", "--V=full", "-flags", "--flags":
			return len(args) == 1
		}
		if i == len(args)-1 && strings.HasSuffix(arg, ".cfg") {
			return true
		}
	}
	return false
}

// vetTool analyses one package for go vet, or whoever speaks its protocol.
func vetTool(suite suite, args []string) int {
	opts := rule.Options{}
	for _, arg := range args {
		if name, value, has := strings.Cut(strings.TrimLeft(arg, "-"), "="); name == "tests" {
			on, err := strconv.ParseBool(value)
			opts.Tests = !has || on && err == nil
		}
	}
	flag.Bool("tests", false, "also report on test files") // read above, before there are passes
	os.Args = append([]string{os.Args[0]}, args...)
	unitchecker.Main(suite(opts)...)
	return exitFailed // not reached
}
