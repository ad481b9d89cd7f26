package api

import "strings"

// libStdNet is net, crypto/tls, net/smtp, net/rpc and their like.
func libStdNet() Rows {
	const (
		dialHow = "use (&net.Dialer{}).DialContext"
		connHow = "set a deadline on the connection from the context, and context.AfterFunc to end it early"
	)
	return Rows{
		Calls: []Call{
			{Fn: []string{"net.Dial"}, Kind: WaitDial, Twin: "(*net.Dialer).DialContext", Fix: FixAdapt, Form: "(&$pkg.Dialer{}).DialContext($ctx, $args)", How: dialHow},
			{Fn: []string{"net.DialTimeout"}, Kind: WaitDial, Twin: "(*net.Dialer).DialContext", Fix: FixAdapt, Form: "(&$pkg.Dialer{Timeout: $2}).DialContext($ctx, $0, $1)", BoundArg: 3, How: dialHow},
			{Fn: []string{"(*net.Dialer).Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"net.DialTCP"}, Kind: WaitDial, Twin: "(*net.Dialer).DialContext", Fix: FixAdapt, How: dialHow},
			{Fn: []string{"net.{DialUDP,DialIP,DialUnix}"}, Kind: WaitDial, Never: true, Note: "does not wait for the peer"},
			{Fn: []string{"(*net.Dialer).DialContext", "(*net.Dialer).{DialTCP,DialUDP,DialIP,DialUnix}"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"net.{Listen,ListenPacket}"}, Never: true, Twin: "(*net.ListenConfig).$", Fix: FixMechanical, Form: "(&$pkg.ListenConfig{}).$name($ctx, $args)", How: "use (&net.ListenConfig{}).$ with the context", Note: "only name resolution may wait"},
			{Fn: []string{"net.{ListenTCP,ListenUDP,ListenIP,ListenUnix,ListenUnixgram,ListenMulticastUDP}"}, Never: true, Note: "only name resolution may wait"},
			{Fn: []string{"(*net.ListenConfig).{Listen,ListenPacket}"}, Never: true, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"net.{LookupHost,LookupCNAME,LookupMX,LookupNS,LookupTXT,LookupAddr,LookupSRV}"}, Kind: WaitDNS, Twin: "(*net.Resolver).$", Fix: FixMechanical, Form: "$pkg.DefaultResolver.$name($ctx, $args)",
				How: "use net.DefaultResolver.$ with the context"},
			{Fn: []string{"net.LookupPort"}, Never: true, Twin: "(*net.Resolver).$", Fix: FixMechanical, Form: "$pkg.DefaultResolver.$name($ctx, $args)", How: "use net.DefaultResolver.$ with the context", Note: "reads a local table"},
			{Fn: []string{"(*net.Resolver).LookupPort"}, Never: true, Ctx: ctxArg(0), Note: "reads a local table"},
			{Fn: []string{"net.LookupIP"}, Kind: WaitDNS, Twin: "(*net.Resolver).LookupIPAddr", Fix: FixAdapt, How: "use net.DefaultResolver.LookupIPAddr with the context"},
			{Fn: []string{"net.ResolveIPAddr"}, Kind: WaitDNS, Twin: "(*net.Resolver).LookupIPAddr", Fix: FixAdapt, How: "use net.DefaultResolver.LookupIPAddr with the context"},
			{Fn: []string{"net.{ResolveTCPAddr,ResolveUDPAddr}"}, Kind: WaitDNS, Startup: true, Twin: "(*net.Resolver).LookupNetIP", Fix: FixRewrite, How: "use net.DefaultResolver.LookupNetIP with the context"},
			{Fn: []string{"(*net.Resolver).{LookupHost,LookupCNAME,LookupMX,LookupNS,LookupTXT,LookupAddr,LookupSRV,LookupIP,LookupIPAddr,LookupNetIP}"}, Kind: WaitDNS, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{"(net.Conn).Write", "(*net.conn).Write", "(net.PacketConn).WriteTo", "(*net.UDPConn).{WriteTo,WriteToUDP,WriteToUDPAddrPort}", "(*net.UnixConn).{WriteTo,WriteToUnix}", "(*crypto/tls.Conn).Write"}, Kind: WaitIO, Never: true,
				Note: "Waits only once the system's buffers are full."},
			{Fn: []string{"(net.Conn).Read", "(*net.conn).Read", "(net.PacketConn).ReadFrom", "(*net.UDPConn).{ReadFrom,ReadFromUDP,ReadFromUDPAddrPort,ReadMsgUDP}",
				"(*net.TCPConn).{ReadFrom,WriteTo}", "(*net.UnixConn).{ReadFrom,ReadFromUnix,ReadMsgUnix}", "(*crypto/tls.Conn).Read"}, Kind: WaitIO, Fix: FixRewrite, How: connHow},
			{Fn: []string{"golang.org/x/net/icmp.ListenPacket"}, Never: true, Note: "listens here: the address is one of this machine"},
			{Fn: []string{"(net.Listener).Accept", "(*net.TCPListener).{Accept,AcceptTCP}", "(*net.UnixListener).{Accept,AcceptUnix}"}, Kind: WaitIO, Fix: FixRewrite, How: "close the listener from context.AfterFunc"},
			{Fn: []string{"(net.Conn).{Close,SetDeadline,SetReadDeadline,SetWriteDeadline}", "(*net.conn).{Close,SetDeadline,SetReadDeadline,SetWriteDeadline}", "(net.PacketConn).{Close,SetDeadline,SetReadDeadline,SetWriteDeadline}", "(net.Listener).Close",
				"(*net.TCPListener).{Close,SetDeadline}", "(*net.UnixListener).{Close,SetDeadline}", "(*net.TCPConn).{CloseRead,CloseWrite}", "(*crypto/tls.Conn).{Close,CloseWrite,SetDeadline,SetReadDeadline,SetWriteDeadline}"}, Unblocks: true},

			{Fn: []string{"crypto/tls.{Dial,DialWithDialer}"}, Kind: WaitDial, Twin: "(*crypto/tls.Dialer).DialContext", Fix: FixAdapt, How: "use (&tls.Dialer{Config: cfg}).DialContext"},
			{Fn: []string{"(*crypto/tls.Dialer).Dial"}, Kind: WaitDial, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"(*crypto/tls.Dialer).DialContext"}, Kind: WaitDial, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*crypto/tls.Conn).Handshake"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{"(*crypto/tls.Conn).HandshakeContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},

			{Fn: []string{"net/textproto.Dial"}, Kind: WaitDial, Fix: FixRewrite, How: "use DialContext and textproto.NewConn"},
			{Fn: []string{"net/smtp.SendMail", "net/smtp.Dial"}, Kind: WaitNet, Fix: FixRewrite, How: "dial with (&net.Dialer{}).DialContext, set a deadline on the connection, and give it to smtp.NewClient"},
			{Fn: []string{"net/smtp.NewClient"}, Kind: WaitIO, From: []int{0}, Fix: FixNone, How: "set a deadline on the connection"},
			{Fn: []string{"(*net/smtp.Client).{Mail,Rcpt,Data,Quit,Auth,Hello,StartTLS,Noop,Reset,Verify,Extension}"}, Kind: WaitNet, From: []int{RecvArg}, Fix: FixNone, How: "set a deadline on the connection"},
			{Fn: []string{"(*net/smtp.Client).Close"}, Unblocks: true},
			{Fn: []string{"(*net/rpc.Client).Call"}, Kind: WaitNet, Twin: "(*net/rpc.Client).Go", Fix: FixRewrite, How: "use Go and select on the call's Done and the context's"},
			{Fn: []string{"(*net/rpc.Client).Close"}, Unblocks: true},
			{Fn: []string{"net/rpc.{Dial,DialHTTP,DialHTTPPath}", "net/rpc/jsonrpc.Dial"}, Kind: WaitDial, Fix: FixRewrite, How: "use DialContext and rpc.NewClient"},
			{Fn: []string{"net/rpc.{Accept,ServeConn,ServeCodec}", "(*net/rpc.Server).{Accept,ServeConn,ServeCodec}"}, Kind: WaitServer, Never: true},
		},
		Effects: []Effect{
			{Fn: []string{"(net.Conn).Write", "(*net.conn).Write", "(*crypto/tls.Conn).Write"}, Kind: EffectUnknown, What: "writes to the connection", Safe: "a fresh connection"},
			{Fn: []string{"net.{Dial,DialTimeout,DialTCP,LookupHost,LookupCNAME,LookupMX,LookupNS,LookupTXT,LookupAddr,LookupPort,LookupSRV,LookupIP}", "(*net.Dialer).{Dial,DialContext}", "crypto/tls.{Dial,DialWithDialer}", "(*crypto/tls.Dialer).{Dial,DialContext}", "(*crypto/tls.Conn).{Handshake,HandshakeContext}",
				"(*net.Resolver).{LookupHost,LookupCNAME,LookupMX,LookupNS,LookupTXT,LookupAddr,LookupPort,LookupSRV,LookupIP,LookupIPAddr,LookupNetIP}", "net/smtp.{Dial,NewClient}", "net/rpc.{Dial,DialHTTP,DialHTTPPath}"}, Kind: EffectRead},
			{Fn: []string{"net/smtp.SendMail"}, Kind: EffectWrite, What: "sends the mail", Safe: "an outbox row that is marked as sent"},
			{Fn: []string{"(*net/smtp.Client).Data"}, Kind: EffectWrite, What: "sends the mail"},
			{Fn: []string{"(*net/rpc.Client).{Call,Go}"}, Kind: EffectUnknown, What: "calls the remote method"},
		},
		Settings: []Setting{
			{Field: []string{"net.Dialer.Timeout"}, Knob: KnobConnect, Zero: ZeroNone, Note: "Covers all addresses together; without it the system's limit of minutes."},
			{Field: []string{"net.Dialer.Deadline"}, Knob: KnobConnect, Zero: ZeroNone, Note: "absolute"},
			{Field: []string{"net.Dialer.KeepAlive"}, Knob: KnobIdle, Default: 15 * sec, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{"crypto/tls.Dialer.NetDialer"}, Knob: KnobNone, Note: "its Timeout covers the handshake as well"},
			{Fn: []string{"net.DialTimeout"}, Knob: KnobConnect, Arg: 2, Wraps: -1},
			{Fn: []string{"(net.Conn).{SetDeadline,SetReadDeadline,SetWriteDeadline}", "(*net.conn).{SetDeadline,SetReadDeadline,SetWriteDeadline}"}, Knob: KnobOp, Zero: ZeroNone, Note: "absolute; stays set until changed"},
		},
		Makers: []Maker{
			{Fn: []string{"net.{Dial,DialTimeout,DialTCP,DialUDP,DialIP,DialUnix}", "(*net.Dialer).{Dial,DialContext}", "crypto/tls.{Dial,DialWithDialer}", "(*crypto/tls.Dialer).{Dial,DialContext}", "(net.Listener).Accept", "(*net.TCPListener).{Accept,AcceptTCP}", "net.{Pipe,FileConn}",
				"net.{Listen,ListenTCP,ListenUnix}", "(*net.ListenConfig).Listen", "crypto/tls.Listen"}, Trait: TraitPeer},
			{Fn: []string{"net/smtp.Dial"}, Trait: TraitPeer},
			{Fn: []string{"net/smtp.NewClient", "crypto/tls.{Client,Server}"}, Trait: TraitSame, Of: 0},
			{Fn: []string{"net.Dialer"}, Trait: TraitNoTimeout, Note: "A literal has a limit only if Timeout or Deadline is set."},
		},
		Types: []TypeTrait{
			{Type: []string{"net.{Conn,TCPConn,UDPConn,IPConn,UnixConn,PacketConn}", "crypto/tls.Conn"}, Trait: TraitPeer},
		},
	}
}

// ResolvesAddr reports whether a function, by its key or as messages call it, makes an
// address of a text, which has numbers as a rule and then asks no server.
func ResolvesAddr(name string) bool { return strings.HasPrefix(name, "net.Resolve") }
