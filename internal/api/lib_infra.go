package api

// libInfra is git, ssh, sftp, ldap, dns, object stores, websockets, mail.
func libInfra() Rows {
	const (
		git   = "github.com/go-git/go-git/v5."
		ssh   = "(*golang.org/x/crypto/ssh."
		sftp  = "(*github.com/pkg/sftp."
		ldap  = "(*github.com/go-ldap/ldap/v3.Conn)."
		dns   = "github.com/miekg/dns."
		minio = "(*github.com/minio/minio-go/v7.Client)."
		obj   = "(*github.com/minio/minio-go/v7.Object)."
		gws   = "(*github.com/gorilla/websocket."
		cws   = "(*{github.com/coder/websocket,nhooyr.io/websocket}.Conn)."
		xws   = "golang.org/x/net/websocket."
		gomal = "(*gopkg.in/gomail.v2.Dialer)."
		mail  = "(*github.com/wneessen/go-mail.Client)."
		sent  = "an outbox row that is marked as sent"
		deadl = "set a deadline, and close the connection from context.AfterFunc"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{minio + "{PutObject,GetObject,FPutObject,FGetObject,RemoveObject,StatObject,CopyObject,BucketExists,MakeBucket}"}, Kind: OpSelf, Policy: PolicyReceiver, Ctx: ctxArg(0), Attempts: 10, Backoff: Backoff{Initial: 200 * ms, Factor: 2, Max: sec, Jitter: Yes, Known: true}, Stop: Yes, On: OnTransient, Effects: Yes,
				Note: "A body that cannot seek: one attempt."},
		},
		Calls: []Call{
			{Fn: []string{git + "{Clone,PlainClone}", "(*" + git + "Repository).{Fetch,Push}", "(*" + git + "Remote).{Fetch,Push,List}", "(*" + git + "Worktree).Pull", "(" + git + "Submodules).Update", "(*" + git + "Submodule).Update"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{git + "{CloneContext,PlainCloneContext}", "(*" + git + "Repository).{FetchContext,PushContext}", "(*" + git + "Remote).{FetchContext,PushContext,ListContext}", "(*" + git + "Worktree).PullContext", "(" + git + "Submodules).UpdateContext", "(*" + git + "Submodule).UpdateContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{"golang.org/x/crypto/ssh.Dial"}, Kind: WaitDial, Fix: FixRewrite, How: "use DialContext, a deadline on the connection, and ssh.NewClientConn", Note: "ClientConfig.Timeout bounds the connecting only, not the handshake."},
			{Fn: []string{"golang.org/x/crypto/ssh.{NewClientConn,NewServerConn}"}, Kind: WaitNet, From: []int{0}, Fix: FixRewrite, How: "set a deadline on the connection"},
			{Fn: []string{ssh + "Session).{Run,Output,CombinedOutput,Wait}"}, Kind: WaitNet, From: []int{RecvArg}, Fix: FixRewrite, How: "close the session from context.AfterFunc"},
			{Fn: []string{ssh + "Client).NewSession"}, Kind: WaitNet, From: []int{RecvArg}, Fix: FixRewrite, How: "close the client from context.AfterFunc"},
			{Fn: []string{ssh + "Client).Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{ssh + "Client).DialContext"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{ssh + "Session).Start"}, Kind: WaitNet, Never: true},
			{Fn: []string{ssh + "Session).{Close,Signal}", "(golang.org/x/crypto/ssh.Conn).Close"}, Unblocks: true},

			{Fn: []string{sftp + "Client).ReadDir"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{sftp + "Client).ReadDirContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"github.com/pkg/sftp.NewClient", sftp + "File).{Read,Write,ReadFrom,WriteTo,ReadAt,WriteAt,Stat}"}, Kind: WaitNet, Fix: FixNone, How: "close the client from context.AfterFunc"},
			{Fn: []string{sftp + "Client).{Open,OpenFile,Create,Stat,Lstat,Remove,RemoveDirectory,Rename,PosixRename,Mkdir,MkdirAll,Chmod,Getwd,Walk}"}, Kind: WaitNet, From: []int{RecvArg}, Fix: FixNone, How: "close the client from context.AfterFunc"},
			{Fn: []string{sftp + "{clientConn,File}).Close"}, Unblocks: true},

			{Fn: []string{"github.com/go-ldap/ldap/v3.{DialURL,Dial,DialTLS}"}, Kind: WaitDial, Bound: 60 * sec, BoundOpt: "github.com/go-ldap/ldap/v3.DialWithDialer", Fix: FixAdapt, How: "use DialWithDialer with a timeout, and close the connection from context.AfterFunc"},
			{Fn: []string{ldap + "{Bind,SimpleBind,Search,SearchWithPaging,Modify,ModifyWithResult,Add,Del,Compare,PasswordModify,WhoAmI,StartTLS,Extended}"}, Kind: WaitNet, From: []int{RecvArg}, Twin: ldap + "SetTimeout", Fix: FixAdapt, How: "call SetTimeout on the connection"},
			{Fn: []string{ldap + "{SearchAsync,Syncrepl,DirSyncAsync}"}, Never: true, Ctx: ctxArg(0)},
			{Fn: []string{ldap + "{Close,SetTimeout}"}, Unblocks: true},

			{Fn: []string{"(*" + dns + "Client).Exchange"}, Kind: WaitDNS, Bound: 2 * sec, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{dns + "Exchange"}, Kind: WaitDNS, Bound: 2 * sec, Twin: dns + "ExchangeContext", Fix: FixMechanical},
			{Fn: []string{"(*" + dns + "Client).{ExchangeContext,ExchangeWithConnContext}", dns + "ExchangeContext"}, Kind: WaitDNS, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{minio + "{PutObject,GetObject,FPutObject,FGetObject,RemoveObject,StatObject,CopyObject,ComposeObject,AppendObject,BucketExists,MakeBucket,RemoveBucket,ListBuckets,PresignedGetObject,PresignedPutObject,SetBucketPolicy,GetBucketPolicy}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{obj + "{Read,Stat,ReadAt,Seek}"}, Kind: WaitNet, Ctx: CtxIn{Kind: CtxReceiver, Key: minio + "GetObject"}, Obeys: Yes, Never: true, Note: "GetObject returns before any traffic; its context must stay alive while reading."},

			{Fn: []string{gws + "Dialer).Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical, Note: "DefaultDialer limits the handshake to 45s, a Dialer of one's own does not."},
			{Fn: []string{gws + "Dialer).DialContext"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{gws + "Conn).{ReadMessage,NextReader,ReadJSON}"}, Kind: WaitIO, Twin: gws + "Conn).SetReadDeadline", Fix: FixRewrite, How: deadl, Note: "After the upgrade the handler's context no longer ends with the peer."},
			{Fn: []string{"(go.bug.st/serial.Port).Read"}, Kind: WaitIO, Fix: FixRewrite, How: "call SetReadTimeout, or close the port from context.AfterFunc", Note: "Without a read timeout it waits for the first byte."},
			{Fn: []string{"(go.bug.st/serial.Port).{Close,SetReadTimeout}"}, Unblocks: true},
			{Fn: []string{"github.com/gorilla/websocket.ReadJSON"}, Kind: WaitIO, Fix: FixRewrite, How: deadl},
			{Fn: []string{gws + "Conn).{WriteMessage,WriteJSON,WritePreparedMessage,NextWriter}"}, Kind: WaitIO, Twin: gws + "Conn).SetWriteDeadline", Fix: FixRewrite, How: deadl},
			{Fn: []string{gws + "Conn).WriteControl"}, Kind: WaitIO, Never: true, Note: "has a deadline"},
			{Fn: []string{gws + "Conn).{Close,SetReadDeadline,SetWriteDeadline}", gws + "Conn).{NetConn,UnderlyingConn}"}, Unblocks: true},
			{Fn: []string{gws + "Upgrader).Upgrade"}, Never: true},
			{Fn: []string{cws + "{Read,Reader,Write,Writer,Ping}", "{github.com/coder/websocket,nhooyr.io/websocket}/wsjson.{Read,Write}"}, Kind: WaitIO, Ctx: ctxArg(0), Obeys: Yes, Note: "a context that is done closes the connection"},
			{Fn: []string{"{github.com/coder/websocket,nhooyr.io/websocket}.Dial"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{cws + "{Close,CloseNow}"}, Unblocks: true},
			{Fn: []string{xws + "{Dial,DialConfig}"}, Kind: WaitDial, Twin: "(*" + xws + "Config).DialContext", Fix: FixAdapt, How: "use (*websocket.Config).DialContext"},
			{Fn: []string{"(*" + xws + "Conn).{Read,Write}", "(" + xws + "Codec).{Receive,Send}"}, Kind: WaitIO, Fix: FixRewrite, How: deadl},

			{Fn: []string{gomal + "{DialAndSend,Dial}", "gopkg.in/gomail.v2.Send"}, Kind: WaitNet, Fix: FixNone, How: "run it with a limit of its own", Note: "10s to connect, then no deadline."},
			{Fn: []string{mail + "DialAndSend"}, Kind: WaitNet, Bound: 15 * sec, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{mail + "{DialAndSendWithContext,DialWithContext}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{mail + "Send"}, Kind: WaitNet, Fix: FixNone},
			{Fn: []string{"(*github.com/emersion/go-imap/client.Client).{Login,Select,Search,Fetch,Store,Copy,Move,Append,Expunge,Noop,Logout,UidFetch,UidSearch,UidStore,UidMove}", "github.com/emersion/go-imap/client.{Dial,DialTLS}"}, Kind: WaitNet, Fix: FixNone, How: "set the client's Timeout"},
		},
		Effects: []Effect{
			{Fn: []string{"(*" + git + "Repository).{Push,PushContext,Fetch,FetchContext}", "(*" + git + "Remote).{Push,PushContext,Fetch,FetchContext}", "(*" + git + "Worktree).{Pull,PullContext}"}, Kind: EffectIdempotent, What: "pushes the commits"},
			{Fn: []string{git + "{Clone,CloneContext,PlainClone,PlainCloneContext}"}, Kind: EffectConditional, What: "clones the repository", Safe: "an empty directory for each attempt"},
			{Fn: []string{"(*" + git + "Remote).{List,ListContext}"}, Kind: EffectRead},
			{Fn: []string{ssh + "Session).{Run,Output,CombinedOutput,Start}"}, Kind: EffectUnknown, What: "runs the command", Note: "A Session runs one command only."},
			{Fn: []string{"golang.org/x/crypto/ssh.{Dial,NewClientConn}", ssh + "Client).{NewSession,Dial,DialContext}", "github.com/pkg/sftp.NewClient"}, Kind: EffectRead},
			{Fn: []string{sftp + "Client).{Create,Chmod,MkdirAll}"}, Kind: EffectIdempotent},
			{Fn: []string{sftp + "Client).{Remove,Rename,Mkdir,RemoveDirectory,PosixRename}"}, Kind: EffectConditional, What: "changes the files", Safe: "a second run fails"},
			{Fn: []string{sftp + "Client).{Open,Stat,Lstat,ReadDir,ReadDirContext,Getwd}"}, Kind: EffectRead},
			{Fn: []string{ldap + "{Search,SearchWithPaging,Compare,Bind,SimpleBind,WhoAmI}"}, Kind: EffectRead},
			{Fn: []string{ldap + "{Add,Del,ModifyDN}"}, Kind: EffectConditional, What: "changes the entry", Safe: "a second run fails"},
			{Fn: []string{ldap + "{Modify,ModifyWithResult,PasswordModify}"}, Kind: EffectUnknown, What: "changes the entry"},
			{Fn: []string{"(*" + dns + "Client).{Exchange,ExchangeContext}", dns + "{Exchange,ExchangeContext}"}, Kind: EffectUnknown},
			{Fn: []string{minio + "{PutObject,FPutObject,RemoveObject,CopyObject,ComposeObject,SetBucketPolicy}"}, Kind: EffectIdempotent, What: "writes the object", Note: "a reader that cannot seek is used up"},
			{Fn: []string{minio + "AppendObject"}, Kind: EffectWrite, What: "appends to the object"},
			{Fn: []string{minio + "{MakeBucket,RemoveBucket}"}, Kind: EffectConditional, What: "changes the bucket"},
			{Fn: []string{minio + "{GetObject,FGetObject,StatObject,BucketExists,ListBuckets,ListObjects,PresignedGetObject,PresignedPutObject,GetBucketPolicy}", obj + "{Read,Stat,ReadAt}"}, Kind: EffectRead},
			{Fn: []string{gws + "Conn).{WriteMessage,WriteJSON,WritePreparedMessage}", cws + "Write"}, Kind: EffectWrite, What: "writes the message", Safe: "a fresh connection"},
			{Fn: []string{gws + "Dialer).{Dial,DialContext}", gws + "Conn).WriteControl", cws + "Ping", "{github.com/coder/websocket,nhooyr.io/websocket}.Dial"}, Kind: EffectRead},
			{Fn: []string{gws + "Conn).{ReadMessage,ReadJSON}", cws + "Read"}, Kind: EffectConsume, What: "takes the next message"},
			{Fn: []string{gomal + "DialAndSend", "gopkg.in/gomail.v2.Send", mail + "{DialAndSend,DialAndSendWithContext,Send}"}, Kind: EffectWrite, What: "sends the mail", Safe: sent},
			{Fn: []string{gomal + "Dial", mail + "DialWithContext"}, Kind: EffectRead},
		},
		Settings: []Setting{
			{Field: []string{"golang.org/x/crypto/ssh.ClientConfig.Timeout"}, Knob: KnobConnect, Zero: ZeroNone, Note: "connecting only, not the handshake"},
			{Fn: []string{ldap + "SetTimeout"}, Knob: KnobOp, Zero: ZeroNone},
			{Field: []string{"github.com/gorilla/websocket.Dialer.HandshakeTimeout"}, Knob: KnobConnect, Zero: ZeroNone, Note: "45s in DefaultDialer"},
			{Fn: []string{gws + "Conn).{SetReadDeadline,SetWriteDeadline}"}, Knob: KnobOp, Zero: ZeroNone, Note: "absolute; stays set until changed"},
			{Field: []string{"github.com/minio/minio-go/v7.Options.MaxRetries"}, Knob: KnobRetries, DefaultN: 10, Zero: ZeroDefault},
			{Field: []string{dns + "Client.{Timeout,DialTimeout,ReadTimeout,WriteTimeout}"}, Knob: KnobPhase, Default: 2 * sec, Zero: ZeroDefault},
			{Fn: []string{"github.com/wneessen/go-mail.WithTimeout"}, Knob: KnobOp, Default: 15 * sec},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/minio/minio-go/v7.New"}, Trait: TraitRetrying, Attempts: 10, Effects: Yes},
			{Fn: []string{gws + "Dialer).{Dial,DialContext}", gws + "Upgrader).Upgrade"}, Trait: TraitPeer},
			{Fn: []string{"golang.org/x/crypto/ssh.Dial", "github.com/go-ldap/ldap/v3.{DialURL,Dial,DialTLS}", "go.bug.st/serial.Open"}, Trait: TraitPeer},
			{Fn: []string{"golang.org/x/crypto/ssh.{NewClientConn,NewServerConn,NewClient}", "github.com/go-ldap/ldap/v3.NewConn", "github.com/pkg/sftp.NewClient"}, Trait: TraitSame, Of: 0},
			{Fn: []string{ssh + "Client).NewSession"}, Trait: TraitSame, Of: RecvArg},
		},
		Types: []TypeTrait{
			{Type: []string{"github.com/gorilla/websocket.Conn", "golang.org/x/crypto/ssh.Client", "github.com/pkg/sftp.Client", "github.com/go-ldap/ldap/v3.Conn", "go.bug.st/serial.Port"}, Trait: TraitPeer},
		},
	}
}
