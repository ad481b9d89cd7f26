// Package cron is a stand-in.
package cron

type Cron struct{}

type EntryID int

func New() *Cron                                               { return nil }
func (c *Cron) AddFunc(spec string, f func()) (EntryID, error) { return 0, nil }
func (c *Cron) Start()                                         {}
func (c *Cron) Run()                                           {}
