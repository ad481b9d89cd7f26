package a

import (
	"net"
	"net/http"
)

type daemon struct{ socket, port net.Listener }

func (d *daemon) run(h http.Handler) (err error) {
	if d.socket, err = net.Listen("unix", "/run/daemon.sock"); err != nil {
		return err
	}
	if d.port, err = net.Listen("tcp", ":8080"); err != nil {
		return err
	}
	local := &http.Server{Handler: h}
	go local.Serve(d.socket)
	open := &http.Server{Handler: h} // want `a server without ReadHeaderTimeout or ReadTimeout`
	return open.Serve(d.port)
}
