package gopls_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/faultlint/faultlint/internal/goplsbuild"
)

// TestNeovim opens a file in Neovim, without a screen, with the snippet that faultlint gopls build
// prints as its init.lua. Debian: apt-get install neovim.
func TestNeovim(t *testing.T) {
	out, err := exec.Command("nvim", "--version").Output()
	if err != nil {
		t.Skip("there is no nvim")
	}
	version, _, _ := strings.Cut(string(out), "\n")
	editor := "Neovim 0.7 to 0.10"
	if v := strings.TrimPrefix(version, "NVIM v0."); len(v) > 1 && v[0] >= '1' && v[1] >= '1' && v[1] <= '9' {
		editor = "Neovim 0.11 or later"
	}
	edit(t, editor, "nvim/init.lua", "session.lua", func(session string) *exec.Cmd {
		return exec.Command("nvim", "--headless", "-c", "edit app/app.go", "-c", "luafile "+session)
	})
}

// TestEglot and TestLSPMode do the same in Emacs. Debian: apt-get install emacs-nox elpa-go-mode
// elpa-eglot elpa-lsp-mode.
func TestEglot(t *testing.T) { emacs(t, "Emacs, eglot", "eglot") }

func TestLSPMode(t *testing.T) { emacs(t, "Emacs, lsp-mode", "lsp-mode") }

func emacs(t *testing.T, editor, feature string) {
	err := exec.Command("emacs", "--batch", "--eval", "(progn (package-initialize) (require 'go-mode) (require '"+feature+"))").Run()
	if err != nil {
		t.Skipf("there is no emacs with go-mode and %s", feature)
	}
	edit(t, editor, "emacs/init.el", "session.el", func(session string) *exec.Cmd {
		init := filepath.Join(filepath.Dir(session), "emacs", "init.el")
		return exec.Command("emacs", "--batch", "--eval", "(package-initialize)", "-l", init, "-l", session, feature)
	})
}

// edit runs an editor in a workspace of its own. What it says must tell of the findings, with
// links, and of the fix.
func edit(t *testing.T, editor, config, session string, command func(session string) *exec.Cmd) {
	bin := build(t, newest(t), nil)
	ws, _ := workspace(t)
	dir := filepath.Dir(ws) // testdata has been copied, the session too
	for _, s := range goplsbuild.Snippets(bin) {
		if s.Editor != editor {
			continue
		}
		name := filepath.Join(dir, config)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(s.Text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := command(filepath.Join(dir, session))
		cmd.Dir = ws
		cmd.Env = append(os.Environ(), "HOME="+dir, "PWD="+ws, "GOPLSCACHE="+t.TempDir(),
			"XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_STATE_HOME="+dir)
		for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOENV"} {
			// These follow HOME.
			out, err := exec.Command("go", "env", name).Output()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(cmd.Env, name+"="+strings.TrimSpace(string(out)))
		}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		t.Logf("%s says:\n%s", editor, out.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"http.Get waits without a context", "docs/ctxblock.md", "time.Sleep of 10s", "docs/ctxwait.md",
			"the fix is applied and its finding gone", "\t\tcase <-ctx.Done():\n\t\t\treturn ctx.Err()\n", "undone, it is back",
		} {
			if !strings.Contains(strings.ReplaceAll(out.String(), "\r\n", "\n"), want) {
				t.Errorf("%s does not say %q", editor, want)
			}
		}
		return
	}
	t.Fatalf("there is no snippet for %s", editor)
}
