-- What TestNeovim does in the editor.
local function say(text) io.stdout:write(text) end

local function findings()
  local out = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.source ~= 'unusedfunc' then table.insert(out, d) end
  end
  return out
end
local function wait(what, ok)
  local start = vim.loop.now()
  if not vim.wait(300000, ok, 50) then
    say('NOT SEEN: ' .. what .. '\n')
    vim.cmd('cquit!')
  end
  say(string.format('%s, after %.1f s\n', what, (vim.loop.now() - start) / 1000))
end
local function of(source)
  return vim.tbl_filter(function(d) return d.source == source end, findings())
end
wait('findings', function() return #findings() >= 4 end)
for _, d in ipairs(findings()) do
  say(string.format('  line %d: %s (%s) %s\n', d.lnum + 1, d.message, d.source,
    d.user_data.lsp.codeDescription and d.user_data.lsp.codeDescription.href or 'NO LINK'))
end
-- The fix, as :lua vim.lsp.buf.code_action() gives it.
local d = of('ctxwait')[1]
vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col })
vim.ui.select = function(items, _, choose) choose(items[1]) end
vim.lsp.buf.code_action()
wait('the fix is applied and its finding gone', function() return #of('ctxwait') == 0 end)
for _, line in ipairs(vim.api.nvim_buf_get_lines(0, d.lnum, d.lnum + 5, false)) do
  say(line .. '\n')
end
vim.cmd('silent undo')
wait('undone, it is back', function() return #of('ctxwait') == 1 end)
vim.cmd('qall!')
