package goplsbuild

import (
	"fmt"
	"strconv"
	"strings"
)

// A Snippet makes an editor use the gopls that was built.
type Snippet struct {
	Editor string // "VS Code"
	Where  string // the file it goes to
	Text   string
}

// Snippets returns the snippet of each editor for a binary.
func Snippets(binary string) []Snippet {
	q := strconv.Quote(binary) // Go, JSON, Lua, TOML and Lisp agree on quotes and backslashes
	list := []Snippet{
		{"VS Code", "settings.json", `"go.alternateTools": { "gopls": BINARY }`},
		{"Neovim 0.11 or later", "init.lua", `vim.lsp.config('gopls', {
  cmd = { BINARY },
  filetypes = { 'go', 'gomod', 'gowork' },
  root_markers = { 'go.work', 'go.mod', '.git' },
})
vim.lsp.enable('gopls')`},
		{"Neovim 0.7 to 0.10", "init.lua", `vim.api.nvim_create_autocmd('FileType', {
  pattern = 'go',
  callback = function()
    gopls = gopls or vim.lsp.start_client({ cmd = { BINARY }, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(0, gopls)
  end,
})`},
		{"Helix", "languages.toml", `[language-server.gopls]
command = BINARY`},
		{"Emacs, eglot", "init.el", `(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((go-mode go-ts-mode) . (BINARY))))`},
		{"Emacs, lsp-mode", "init.el", `(setq lsp-go-gopls-server-path BINARY)`},
	}
	for i := range list {
		list[i].Text = strings.ReplaceAll(list[i].Text, "BINARY", q)
	}
	return list
}

// PrintSnippets returns the snippets as text for a terminal.
func PrintSnippets(binary string) string {
	var b strings.Builder
	for _, s := range Snippets(binary) {
		fmt.Fprintf(&b, "\n%s (%s):\n\n\t%s\n", s.Editor, s.Where, strings.ReplaceAll(s.Text, "\n", "\n\t"))
	}
	return b.String()
}
