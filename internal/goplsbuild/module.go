package goplsbuild

import (
	_ "embed"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"strings"
)

// register is the file that registers the passes with gopls.
//
//go:embed register.go.txt
var register string

// writeModule writes the main module of the build into dir.
func writeModule(dir string, gopls, own *module, config string, opts Options) error {
	mod, err := goMod(gopls, own)
	if err != nil {
		return err
	}
	main, err := os.ReadFile(filepath.Join(gopls.Dir, "main.go"))
	if err != nil {
		return err
	}
	files := map[string]string{
		"go.mod": mod, "main.go": string(main), "register.go": register,
		"config.go": fmt.Sprintf("package main\n\nconst config = %q\n", config),
	}
	for name, text := range opts.Files {
		files[name] = text
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// goMod returns the go.mod of the main module.
func goMod(gopls, own *module) (string, error) {
	f, err := gopls.modFile()
	if err != nil {
		return "", err
	}
	tools := ""
	for _, r := range f.Require {
		if r.Mod.Path == toolsPath {
			tools = r.Mod.Version
		}
	}
	line := gopls.goVersion()
	if tools == "" || line == "" {
		return "", fmt.Errorf("go.mod of gopls %s has no go line or does not require %s", gopls.Version, toolsPath)
	}
	if l := own.goVersion(); version.Compare("go"+l, "go"+line) > 0 {
		line = l
	}
	ownVersion := own.Version
	if own.source != "" {
		ownVersion = "v0.0.0"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "module %s/faultlint\n\ngo %s\n\n", goplsPath, line)
	fmt.Fprintf(&b, "require (\n\t%s %s\n\t%s %s\n)\n\n", goplsPath, gopls.Version, faultlintPath, ownVersion)
	if own.source != "" {
		fmt.Fprintf(&b, "replace %s => %q\n\n", faultlintPath, filepath.ToSlash(own.source))
	}
	// gopls uses internal packages of x/tools, which come and go: it builds with no other version.
	fmt.Fprintf(&b, "replace %s => %s %s\n", toolsPath, toolsPath, tools)
	return b.String(), nil
}
