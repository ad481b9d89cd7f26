package api

// libAzure is the Azure SDK, whose clients share azcore's pipeline.
func libAzure() Rows {
	const (
		policy = "github.com/Azure/azure-sdk-for-go/sdk/azcore/policy."
		blob   = "(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{blob + "*.Client).{Upload,UploadBuffer,UploadStream,UploadFile,StageBlock,CommitBlockList,AppendBlock,DownloadStream,GetProperties,SetMetadata,Delete}"}, Kind: OpSelf, Policy: PolicyReceiver, Attempts: 4,
				Ctx: ctxArg(0), Backoff: Backoff{Initial: 800 * ms, Factor: 2, Max: 60 * sec, Jitter: Yes, Known: true}, Stop: Yes, On: OnTransient, Effects: Yes, Note: "Any error and 408, 429, 500, 502, 503, 504, of every method."},
		},
		Calls: []Call{
			{Fn: []string{blob + "*.Client).{Upload,UploadBuffer,UploadStream,UploadFile,StageBlock,CommitBlockList,GetBlockList,AppendBlock,DownloadStream,DownloadBuffer,DownloadFile,GetProperties,SetMetadata,SetHTTPHeaders,Delete,Create,GetTags}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).{UploadBuffer,UploadFile,UploadStream,DownloadBuffer,DownloadFile,DownloadStream,DeleteBlob,CreateContainer,DeleteContainer}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Pager).NextPage", "(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Poller).{Poll,Result}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{"(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Poller).PollUntilDone"}, Kind: WaitJob, Ctx: ctxArg(0), Obeys: Yes},
		},
		Effects: []Effect{
			{Fn: []string{blob + "blockblob.Client).{Upload,UploadBuffer,UploadStream,UploadFile,StageBlock,CommitBlockList}", blob + "blob.Client).{Delete,SetMetadata,SetHTTPHeaders}", "(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).{UploadBuffer,UploadFile,UploadStream,DeleteBlob,DeleteContainer}"}, Kind: EffectIdempotent, What: "writes the blob", Key: []string{"IfMatch", "IfNoneMatch"}},
			{Fn: []string{blob + "appendblob.Client).AppendBlock"}, Kind: EffectWrite, What: "appends the block", Key: []string{"AppendPosition"}, Safe: "AppendPositionAccessConditions.AppendPosition"},
			{Fn: []string{blob + "blob.Client).{GetProperties,DownloadStream,DownloadBuffer,DownloadFile,GetTags}", "(*github.com/Azure/azure-sdk-for-go/sdk/storage/azblob.Client).{DownloadBuffer,DownloadFile,DownloadStream}"}, Kind: EffectRead},
			{Fn: []string{"(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Pager).NextPage", "(*github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime.Poller).{Poll,Result,PollUntilDone}"}, Kind: EffectRead},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/Azure/azure-sdk-for-go/sdk/**.{NewClient*,New*Client}"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes},
		},
		Settings: []Setting{
			{Field: []string{policy + "RetryOptions.MaxRetries"}, Knob: KnobRetries, DefaultN: 3, Zero: ZeroDefault, Negative: ZeroOff},
			{Field: []string{policy + "RetryOptions.TryTimeout"}, Knob: KnobAttempt, Zero: ZeroNone},
			{Field: []string{policy + "RetryOptions.RetryDelay"}, Knob: KnobDelay, Default: 800 * ms, Zero: ZeroDefault},
			{Field: []string{policy + "RetryOptions.MaxRetryDelay"}, Knob: KnobMaxDelay, Default: 60 * sec, Zero: ZeroDefault},
		},
	}
}
