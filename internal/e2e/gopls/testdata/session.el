;; What TestEglot and TestLSPMode do in the editor; the last argument says which of them.
(defvar feature (car (last command-line-args)))
(setq command-line-args-left nil
      make-backup-files nil
      enable-local-variables nil)

(defun say (format &rest args) (princ (concat (apply #'format format args) "\n")))

(defun wait (what ok &optional poke)
  (let ((start (float-time)))
    (while (not (funcall ok))
      (when (> (- (float-time) start) 300)
        (say "NOT SEEN: %s" what)
        (kill-emacs 1))
      (when poke (funcall poke))
      (accept-process-output nil 0.2)
      (sit-for 0.1))
    (say "%s, after %.1f s" what (- (float-time) start))))

;; A finding is (line message source href).
(defun findings-eglot ()
  (delq nil (mapcar
             (lambda (d)
               (let ((lsp (alist-get 'eglot-lsp-diag (flymake-diagnostic-data d))))
                 (list (line-number-at-pos (flymake-diagnostic-beg d)) (plist-get lsp :message)
                       (plist-get lsp :source) (plist-get (plist-get lsp :codeDescription) :href))))
             (flymake-diagnostics))))

(defun findings-lsp-mode ()
  (mapcar (lambda (d)
            (list (1+ (gethash "line" (gethash "start" (gethash "range" d)))) (gethash "message" d)
                  (gethash "source" d) (let ((c (gethash "codeDescription" d))) (and c (gethash "href" c)))))
          (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics))))

(defun findings () (funcall (intern (concat "findings-" feature))))

(defun of (source) (seq-filter (lambda (f) (equal (nth 2 f) source)) (findings)))

;; Without a user nobody is idle, which is when eglot tells of changes and flymake asks.
(defun poke ()
  (when (equal feature "eglot")
    (eglot--signal-textDocument/didChange)
    (flymake-start)))

(require 'go-mode)
(require (intern feature))
(find-file "app/app.go")
(go-mode)
(if (equal feature "eglot")
    (progn
      (setq eglot-sync-connect 60)
      (apply #'eglot (eglot--guess-contact)))
  (require 'lsp-go)
  (setq lsp-auto-guess-root t lsp-restart 'ignore lsp-enable-file-watchers nil
        lsp-response-timeout 60 lsp-diagnostics-provider :none)
  (lsp-workspace-folders-add (expand-file-name ".." default-directory))
  (lsp))

(wait "findings" (lambda () (>= (length (findings)) 4)) #'poke)
(dolist (f (findings))
  (say "  line %d: %s (%s) %s" (nth 0 f) (nth 1 f) (nth 2 f) (or (nth 3 f) "NO LINK")))

;; The fix.
(goto-char (point-min))
(forward-line (1- (nth 0 (car (of "ctxwait")))))
(back-to-indentation)
(undo-boundary)
(setq buffer-undo-list nil)
(buffer-enable-undo)
(if (equal feature "eglot")
    (eglot-code-actions (point) (line-end-position) "quickfix" t)
  (lsp-execute-code-action (car (lsp-code-actions-at-point))))
(wait "the fix is applied and its finding gone" (lambda () (null (of "ctxwait"))) #'poke)
(goto-char (point-min))
(search-forward "select {")
(say "%s" (buffer-substring-no-properties (line-beginning-position) (line-end-position 5)))
(primitive-undo 99 buffer-undo-list)
(wait "undone, it is back" (lambda () (= 1 (length (of "ctxwait")))) #'poke)
(set-buffer-modified-p nil)
(kill-emacs 0)
