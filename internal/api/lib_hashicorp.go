package api

// libHashiCorp is Consul, whose context goes into the options, and Vault.
func libHashiCorp() Rows {
	const (
		consul = "(*github.com/hashicorp/consul/api."
		vault  = "(*github.com/hashicorp/vault/api."
		qopt   = "give it (&api.QueryOptions{}).WithContext(ctx)"
		wopt   = "give it (&api.WriteOptions{}).WithContext(ctx)"
	)
	query := CtxIn{Kind: CtxField, Key: consul + "QueryOptions).WithContext"}
	write := CtxIn{Kind: CtxField, Key: consul + "WriteOptions).WithContext"}
	return Rows{
		Drivers: []Driver{
			{Fn: []string{vault + "Logical).{Read,ReadWithContext,List,ListWithContext,Write,WriteWithContext,Delete,DeleteWithContext}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 3, Backoff: Backoff{Initial: sec, Factor: 2, Max: 1500 * ms, Jitter: Maybe}, Stop: Yes, On: OnTransient, Effects: Yes,
				Note: "Config.Timeout of 60s bounds all attempts together."},
		},
		Calls: []Call{
			{Fn: []string{consul + "KV).{Get,List,Keys}", consul + "Health).{Service,Checks,Node,State,ServiceMultipleTags,Connect}", consul + "Catalog).{Service,Services,Node,Nodes}", consul + "Session).{Info,List,Node}", consul + "Event).List"}, Kind: WaitNet, Ctx: query, Obeys: Yes, Twin: consul + "QueryOptions).WithContext", Fix: FixAdapt, How: qopt, Note: "WaitIndex makes it a long poll."},
			{Fn: []string{consul + "KV).{Put,CAS,Delete,DeleteTree,DeleteCAS,Acquire,Release}", consul + "Session).{Create,CreateNoChecks,Renew,Destroy}", consul + "Catalog).{Register,Deregister}", consul + "Event).Fire"}, Kind: WaitNet, Ctx: write, Obeys: Yes, Twin: consul + "WriteOptions).WithContext", Fix: FixAdapt, How: wopt},
			{Fn: []string{consul + "Lock).Lock", consul + "Semaphore).Acquire"}, Kind: WaitLock, Ctx: CtxIn{Kind: CtxStopChan}, Obeys: Yes, Fix: FixAdapt, How: "pass ctx.Done() as the stop channel"},
			{Fn: []string{consul + "Lock).Unlock", consul + "Semaphore).Release"}, Kind: WaitNet, Unblocks: true},
			{Fn: []string{consul + "Agent).{Self,Services,Checks,Members,ServiceRegister,ServiceDeregister,CheckRegister,CheckDeregister,UpdateTTL,PassTTL,FailTTL,Join,Leave}"}, Kind: WaitNet, Fix: FixRewrite, How: "use the form with options, which carry a context"},
			{Fn: []string{consul + "Agent).{ServiceRegisterOpts,ServiceDeregisterOpts,UpdateTTLOpts,CheckDeregisterOpts}"}, Kind: WaitNet, Ctx: query, Obeys: Yes},

			{Fn: []string{vault + "Logical).{Read,ReadWithData,List,Write,WriteBytes,Delete,DeleteWithData,Unwrap}", vault + "TokenAuth).{LookupSelf,Lookup,RenewSelf,Renew,RevokeSelf,Create,RevokeTree,RevokeAccessor}", vault + "Sys).{Health,SealStatus,Seal,Unseal,ListMounts,Mount,Unmount,EnableAuthWithOptions,ListAuth,PutPolicy,GetPolicy,Renew,Revoke,Leader,Init,InitStatus}"},
				Kind: WaitNet, Bound: 60 * sec, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{vault + "Logical).{ReadWithContext,ReadWithDataWithContext,ListWithContext,WriteWithContext,WriteBytesWithContext,DeleteWithContext,DeleteWithDataWithContext,UnwrapWithContext,JSONMergePatch}", vault + "{TokenAuth,Sys}).*WithContext", vault + "Auth).Login", vault + "KVv1).*", vault + "KVv2).{Get,GetVersion,GetVersionsAsList,GetMetadata,Put,Patch,Delete,DeleteMetadata,DeleteVersions,Destroy,Undelete,Rollback,PutMetadata,PatchMetadata}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{vault + "LifetimeWatcher).Start"}, Kind: WaitServer, Never: true},
			{Fn: []string{vault + "LifetimeWatcher).Stop"}, Unblocks: true},
			{Fn: []string{vault + "Client).RawRequest"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{vault + "Client).RawRequestWithContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
		},
		Effects: []Effect{
			{Fn: []string{consul + "KV).{Put,Delete,DeleteTree,Release}", consul + "Agent).{ServiceRegister,ServiceRegisterOpts,ServiceDeregister,ServiceDeregisterOpts,CheckRegister,CheckDeregister,UpdateTTL,UpdateTTLOpts,PassTTL,FailTTL}", consul + "Session).{Renew,Destroy}", consul + "Catalog).{Register,Deregister}", consul + "Lock).{Lock,Unlock}"}, Kind: EffectIdempotent},
			{Fn: []string{consul + "KV).{CAS,DeleteCAS,Acquire}"}, Kind: EffectConditional, What: "writes on a condition"},
			{Fn: []string{consul + "Session).{Create,CreateNoChecks}"}, Kind: EffectWrite, What: "creates a session", Safe: "its time to live cleans it up"},
			{Fn: []string{consul + "Event).Fire"}, Kind: EffectWrite, What: "fires the event"},
			{Fn: []string{consul + "KV).{Get,List,Keys}", consul + "Health).*", consul + "Catalog).{Service,Services,Node,Nodes}", consul + "Session).{Info,List,Node}", consul + "Agent).{Self,Services,Checks,Members}"}, Kind: EffectRead},
			{Fn: []string{vault + "Logical).{Write,WriteWithContext,WriteBytes,WriteBytesWithContext}"}, Kind: EffectUnknown, What: "writes the secret", Key: []string{"cas"}, Note: "Paths that generate credentials make others each time; the key-value store makes a version."},
			{Fn: []string{vault + "Logical).{Unwrap,UnwrapWithContext}"}, Kind: EffectConsume, What: "uses up the wrapping token"},
			{Fn: []string{vault + "Logical).{Read,ReadWithContext,ReadWithData,ReadWithDataWithContext,List,ListWithContext}", vault + "TokenAuth).{LookupSelf,LookupSelfWithContext,Lookup,LookupWithContext}", vault + "Sys).{Health,HealthWithContext,SealStatus,SealStatusWithContext,ListMounts,ListMountsWithContext}", vault + "KVv2).{Get,GetVersion,GetMetadata}", vault + "KVv1).Get"}, Kind: EffectRead, Note: "Reading a path that generates credentials makes others each time."},
			{Fn: []string{vault + "Logical).{Delete,DeleteWithContext}", vault + "TokenAuth).{RenewSelf,RenewSelfWithContext,RevokeSelf,RevokeSelfWithContext}", vault + "KVv1).{Put,Delete}"}, Kind: EffectIdempotent},
			{Fn: []string{vault + "KVv2).{Put,Patch}"}, Kind: EffectIdempotent, What: "writes the secret", Note: "makes another version"},
		},
		CtxOps: []CtxOp{
			{Fn: []string{consul + "{QueryOptions,WriteOptions}).WithContext"}, Kind: CtxOpCarry, Copies: true},
		},
		Settings: []Setting{
			{Field: []string{"github.com/hashicorp/vault/api.Config.Timeout"}, Knob: KnobWhole, Default: 60 * sec, Note: "all attempts together"},
			{Field: []string{"github.com/hashicorp/vault/api.Config.MaxRetries"}, Knob: KnobRetries, DefaultN: 2, Zero: ZeroOff},
			{Fn: []string{vault + "Client).SetMaxRetries"}, Knob: KnobRetries, DefaultN: 2, Zero: ZeroOff},
			{Fn: []string{vault + "Client).SetClientTimeout"}, Knob: KnobWhole, Default: 60 * sec},
			{Field: []string{"github.com/hashicorp/consul/api.QueryOptions.WaitTime"}, Knob: KnobPhase},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/hashicorp/vault/api.NewClient"}, Trait: TraitRetrying, Attempts: 3, Effects: Yes},
			{Fn: []string{"github.com/hashicorp/vault/api.NewClient"}, Trait: TraitTimeout, Timeout: 60 * sec},
			{Fn: []string{"github.com/hashicorp/consul/api.NewClient"}, Trait: TraitNoTimeout},
		},
	}
}
