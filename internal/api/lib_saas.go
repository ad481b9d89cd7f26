package api

// libSaaS is payment, messaging and the like: calls that reach people.
func libSaaS() Rows {
	const (
		stripe = "github.com/stripe/stripe-go/v#/"
		slack  = "(*github.com/slack-go/slack.Client)."
		twilio = "(*github.com/twilio/twilio-go/rest/api/v2010.ApiService)."
		sendg  = "github.com/sendgrid/sendgrid-go."
		disc   = "(*github.com/bwmarrin/discordgo.Session)."
		tg     = "(*github.com/go-telegram-bot-api/telegram-bot-api/v5.BotAPI)."
		tg2    = "(*github.com/go-telegram/bot.Bot)."
		gh     = "(*github.com/google/go-github/v#/github."
		outbox = "an outbox row that is marked as sent"
		params = "params.SetIdempotencyKey with a key made before the first attempt (the automatic one is new for each call)"
		ctx    = "set params.Context"

		stripeWrites = "New,Confirm,Capture,Cancel,Update,Pay,FinalizeInvoice,SendInvoice,VoidInvoice,Attach,Detach,Del,Close"
	)
	return Rows{
		Drivers: []Driver{
			{Fn: []string{stripe + "**.{" + stripeWrites + ",Get}", "(" + stripe + "**.Client).{" + stripeWrites + ",Get}"}, Kind: OpSelf, Policy: -1, Ctx: CtxIn{Kind: CtxField, Key: "github.com/stripe/stripe-go/v82.Params.Context"}, Attempts: 3,
				Backoff: Backoff{Initial: 500 * ms, Max: 5 * sec, Jitter: Yes, Known: true}, Stop: No, Pre: Yes, On: OnTransient, Effects: No, Note: "The attempts share an Idempotency-Key; each call draws another unless params have one. Each attempt may take 80s."},
			{Fn: []string{sendg + "MakeRequestRetry", sendg + "MakeRequestRetryWithContext"}, Kind: OpSelf, Policy: -1, Attempts: 5, Stop: No, On: OnTransient, Effects: No, Note: "on 429, sleeping until the limit resets"},
		},
		Calls: []Call{
			{Fn: []string{stripe + "**.{" + stripeWrites + ",Get}", "(" + stripe + "**.Client).{" + stripeWrites + ",Get}"}, Kind: WaitNet, Bound: 240 * sec, Ctx: CtxIn{Kind: CtxField, Key: "github.com/stripe/stripe-go/v82.Params.Context"}, Obeys: Yes, Fix: FixAdapt, How: ctx},
			{Fn: []string{slack + "{PostMessage,PostEphemeral,SendMessage,UpdateMessage,DeleteMessage,ScheduleMessage,OpenView,PushView,UpdateView,PublishView,GetUserInfo,GetUserByEmail,GetUsers,GetConversations,GetConversationInfo,GetConversationHistory,GetConversationReplies,JoinConversation,CreateConversation,OpenConversation,AuthTest,AddReaction,RemoveReaction,UploadFile,GetPermalink,SetUserCustomStatus}"},
				Kind: WaitNet, Twin: "$Context", Fix: FixMechanical, Note: "The default http.Client has no timeout."},
			{Fn: []string{"github.com/slack-go/slack.PostWebhook"}, Kind: WaitNet, Twin: "$Context", Fix: FixMechanical},
			{Fn: []string{slack + "SearchAssistantContext"}, Kind: WaitNet, Never: true}, // a method of that name, not a form with a context
			{Fn: []string{slack + "*Context", "github.com/slack-go/slack.PostWebhookContext"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{twilio + "{Create*,Fetch*,List*,Update*,Delete*}", "(*github.com/twilio/twilio-go/rest/verify/v2.ApiService).{Create*,Fetch*,Update*}"}, Kind: WaitNet, Bound: 10 * sec, Fix: FixNone, Never: true, Note: "Builds its requests on context.Background; the client's timeout is 10s."},
			{Fn: []string{"(*" + sendg + "Client).Send"}, Kind: WaitNet, Twin: "$WithContext", Fix: FixMechanical},
			{Fn: []string{sendg + "{MakeRequest,MakeRequestRetry,API}"}, Kind: WaitNet, Twin: sendg + "MakeRequestWithContext", Fix: FixMechanical},
			{Fn: []string{"(*" + sendg + "Client).SendWithContext", sendg + "{MakeRequestWithContext,MakeRequestRetryWithContext}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{disc + "{ChannelMessageSend,ChannelMessageSendComplex,ChannelMessageSendEmbed,ChannelMessageEdit,ChannelMessageDelete,ChannelMessages,InteractionRespond,InteractionResponseEdit,FollowupMessageCreate,RequestWithBucketID,Guild,GuildMember,User,UserChannelCreate,ApplicationCommandCreate,ApplicationCommandBulkOverwrite}"},
				Kind: WaitNet, Bound: 20 * sec, Ctx: CtxIn{Kind: CtxOption, Key: "github.com/bwmarrin/discordgo.WithContext"}, Obeys: Yes, Twin: "github.com/bwmarrin/discordgo.WithContext", Fix: FixAdapt, How: "add the option discordgo.WithContext(ctx)", Note: "Sleeps through rate limits whatever the context."},
			{Fn: []string{tg + "{Send,Request,GetUpdates,GetMe,SendMediaGroup,UploadFiles,GetFile,MakeRequest}"}, Kind: WaitNet, Fix: FixNone, How: "give it a client with a timeout: NewBotAPIWithClient"},
			{Fn: []string{tg2 + "{SendMessage,SendPhoto,SendDocument,EditMessageText,DeleteMessage,AnswerCallbackQuery,GetMe,GetFile,SetWebhook}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes},
			{Fn: []string{gh + "*Service).{Get*,List*,Create*,Edit*,Delete*,Add*,Remove*,Merge*,Replace*,Compare*,Is*}", gh + "Client).{Do,BareDo}"}, Kind: WaitNet, Ctx: ctxArg(0), Obeys: Yes, Note: "The default http.Client has no timeout."},
		},
		Effects: []Effect{
			{Fn: []string{stripe + "**.{New,Confirm,Capture,Pay,SendInvoice}", "(" + stripe + "**.Client).{New,Confirm,Capture,Pay,SendInvoice}"}, Kind: EffectWrite, What: "moves money or makes an object", Key: []string{"SetIdempotencyKey", "IdempotencyKey"}, KeyAuto: true, Safe: params},
			{Fn: []string{stripe + "**.{Cancel,Update,FinalizeInvoice,VoidInvoice,Attach,Detach,Del,Close}", "(" + stripe + "**.Client).{Cancel,Update,FinalizeInvoice,VoidInvoice,Attach,Detach,Del,Close}"}, Kind: EffectIdempotent},
			{Fn: []string{stripe + "**.{Get,List,Search}", "(" + stripe + "**.Client).{Get,List,Search}"}, Kind: EffectRead},
			{Fn: []string{"(github.com/stripe/stripe-go/v#.v1*Service).{Create,Confirm,Capture}"}, Kind: EffectWrite, What: "moves money or makes an object", Key: []string{"SetIdempotencyKey", "IdempotencyKey"}, KeyAuto: true, Safe: params},
			{Fn: []string{"(github.com/stripe/stripe-go/v#.v1*Service).{Retrieve,List,Search}"}, Kind: EffectRead},
			{Fn: []string{"(github.com/stripe/stripe-go/v#.v1*Service).{Update,Delete,Cancel}"}, Kind: EffectIdempotent},

			{Fn: []string{slack + "{PostMessage,PostMessageContext,PostEphemeral,PostEphemeralContext,SendMessage,SendMessageContext,ScheduleMessage,ScheduleMessageContext,UploadFile,UploadFileContext}", "github.com/slack-go/slack.{PostWebhook,PostWebhookContext}"}, Kind: EffectWrite, What: "sends the message", Safe: outbox},
			{Fn: []string{slack + "{UpdateMessage,UpdateMessageContext,DeleteMessage,DeleteMessageContext,UpdateView,UpdateViewContext,PublishView,PublishViewContext,AddReaction,AddReactionContext,RemoveReaction,RemoveReactionContext,JoinConversation,JoinConversationContext,OpenConversation,OpenConversationContext}"}, Kind: EffectIdempotent},
			{Fn: []string{slack + "{Get*,AuthTest,AuthTestContext}"}, Kind: EffectRead},
			{Fn: []string{twilio + "{CreateMessage,CreateCall}", "(*github.com/twilio/twilio-go/rest/verify/v2.ApiService).CreateVerification"}, Kind: EffectWrite, What: "sends the message", Safe: outbox},
			{Fn: []string{twilio + "{Fetch*,List*}"}, Kind: EffectRead},
			{Fn: []string{"(*" + sendg + "Client).{Send,SendWithContext}"}, Kind: EffectWrite, What: "sends the mail", Safe: outbox},
			{Fn: []string{sendg + "{MakeRequest,MakeRequestWithContext,MakeRequestRetry,MakeRequestRetryWithContext,API}"}, Kind: EffectUnknown, What: "sends the request"},
			{Fn: []string{disc + "{ChannelMessageSend,ChannelMessageSendComplex,ChannelMessageSendEmbed,FollowupMessageCreate}"}, Kind: EffectWrite, What: "sends the message", Key: []string{"Nonce"}, Safe: "a nonce that is enforced"},
			{Fn: []string{disc + "{ChannelMessageEdit,ChannelMessageDelete,InteractionResponseEdit,ApplicationCommandBulkOverwrite,ApplicationCommandCreate,UserChannelCreate}"}, Kind: EffectIdempotent},
			{Fn: []string{disc + "{ChannelMessages,Guild,GuildMember,User}"}, Kind: EffectRead},
			{Fn: []string{tg + "{Send,SendMediaGroup}", tg2 + "{SendMessage,SendPhoto,SendDocument}"}, Kind: EffectWrite, What: "sends the message", Safe: outbox},
			{Fn: []string{tg + "{GetMe,GetFile}", tg2 + "{GetMe,GetFile}"}, Kind: EffectRead},
			{Fn: []string{gh + "*Service).{Create*,Add*}"}, Kind: EffectWrite, What: "creates the object", Safe: "looking for it first"},
			{Fn: []string{gh + "*Service).{Get*,List*,Compare*,Is*}"}, Kind: EffectRead},
			{Fn: []string{gh + "*Service).{Edit*,Delete*,Remove*,Replace*,Merge*}"}, Kind: EffectIdempotent},
		},
		Settings: []Setting{
			{Field: []string{"github.com/stripe/stripe-go/v#.BackendConfig.MaxNetworkRetries"}, Knob: KnobRetries, DefaultN: 2, Zero: ZeroOff},
			{Field: []string{"github.com/stripe/stripe-go/v#.{Params,ListParams}.Context"}, Knob: KnobCtx},
			{Field: []string{"github.com/stripe/stripe-go/v#.Params.IdempotencyKey"}, Knob: KnobDedup},
			{Fn: []string{"(*github.com/stripe/stripe-go/v#.Params).SetIdempotencyKey"}, Knob: KnobDedup},
			{Fn: []string{"github.com/slack-go/slack.OptionRetry"}, Knob: KnobRetries, Note: "on 429 only"},
			{Fn: []string{"github.com/bwmarrin/discordgo.WithContext"}, Knob: KnobCtx},
			{Fn: []string{"github.com/bwmarrin/discordgo.WithRestRetries"}, Knob: KnobRetries, DefaultN: 3},
		},
		Makers: []Maker{
			{Fn: []string{"github.com/slack-go/slack.New"}, Trait: TraitNoTimeout},
			{Fn: []string{"github.com/google/go-github/v#/github.NewClient"}, Trait: TraitNoTimeout},
			{Fn: []string{"github.com/bwmarrin/discordgo.New"}, Trait: TraitRetrying, Attempts: 4, Effects: Yes},
			{Fn: []string{"github.com/bwmarrin/discordgo.New"}, Trait: TraitTimeout, Timeout: 20 * sec},
			{Fn: []string{"github.com/stripe/stripe-go/v#.NewClient", "github.com/stripe/stripe-go/v#/client.New"}, Trait: TraitRetrying, Attempts: 3, Effects: No},
		},
	}
}
