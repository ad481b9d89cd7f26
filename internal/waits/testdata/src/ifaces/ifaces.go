package ifaces
