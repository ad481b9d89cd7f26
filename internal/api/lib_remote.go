package api

// libRemote is clients of older protocols, whose calls take no context: mail,
// FTP, ZooKeeper.
func libRemote() Rows {
	const (
		email = "(*github.com/jordan-wright/email.Email)."
		ftp   = "github.com/jlaffaye/ftp."
		zk    = "(*github.com/{go-zookeeper/zk,samuel/go-zookeeper/zk}.Conn)."
	)
	return Rows{
		Calls: []Call{
			{Fn: []string{email + "{Send,SendWithTLS,SendWithStartTLS}"}, Kind: WaitNet, Fix: FixRewrite, How: "use a client of the mail protocol on a connection with a deadline", Note: "No limit at any step."},
			{Fn: []string{ftp + "Dial"}, Kind: WaitDial, BoundOpt: ftp + "DialWithContext", Fix: FixAdapt, How: "add the option ftp.DialWithContext(ctx)"},
			{Fn: []string{"(*" + ftp + "ServerConn).{Login,List,NameList,Retr,RetrFrom,Stor,StorFrom,Append,Rename,Delete,RemoveDir,RemoveDirRecur,MakeDir,ChangeDir,CurrentDir,FileSize,NoOp}"}, Kind: WaitNet, Fix: FixNone, How: "make it with ftp.DialWithDialFunc, and close the connection underneath from context.AfterFunc"},
			{Fn: []string{"(*" + ftp + "ServerConn).Quit"}, Unblocks: true},
			{Fn: []string{zk + "{Children,ChildrenW,Get,GetW,Set,Create,CreateProtectedEphemeralSequential,Delete,Exists,ExistsW,Multi,Sync}"}, Kind: WaitNet, Fix: FixNone, Ends: true, Note: "The session's timeout ends it; no form takes a context."},
			{Fn: []string{"(*github.com/{go-zookeeper/zk,samuel/go-zookeeper/zk}.Lock).Lock"}, Kind: WaitNet, Fix: FixRewrite, How: "call it in a goroutine that gives the lock back if the context has ended"},
			{Fn: []string{"(*github.com/{go-zookeeper/zk,samuel/go-zookeeper/zk}.Lock).Unlock", zk + "Close"}, Unblocks: true},
		},
		Effects: []Effect{
			{Fn: []string{email + "{Send,SendWithTLS,SendWithStartTLS}"}, Kind: EffectWrite, What: "sends the mail", Safe: "an outbox row that is marked as sent"},
			{Fn: []string{ftp + "Dial", "(*" + ftp + "ServerConn).{Login,List,NameList,Retr,RetrFrom,CurrentDir,FileSize,NoOp}", zk + "{Children,ChildrenW,Get,GetW,Exists,ExistsW,Sync}"}, Kind: EffectRead},
			{Fn: []string{"(*" + ftp + "ServerConn).Append"}, Kind: EffectWrite, What: "appends to the file"},
		},
	}
}
