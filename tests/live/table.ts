/** The tables of ws.md 7 and 6 as the contract writes them: scope, durability, and fields with their marks. */

/** `S`/`G` (scope) and `D`/`V` (durability), then the fields except `type`, `agentId`, `sessionId`; `?`: optional. */
export const eventRows: Record<string, string> = {
  'turn.started': 'S D turnId origin prompt? promptId?',
  'turn.step.started': 'S D turnId step stepId? attempt model',
  'turn.step.retrying':
    'S D turnId step stepId? failedAttempt nextAttempt maxAttempts delayMs errorName errorMessage statusCode?',
  'turn.step.completed':
    'S D turnId step stepId? usage? cost? finishReason? providerFinishReason? rawFinishReason? llmFirstTokenLatencyMs? ' +
    'llmStreamDurationMs? llmRequestBuildMs? llmServerFirstTokenMs? llmServerDecodeMs? llmClientConsumeMs?',
  'turn.step.interrupted': 'S D turnId step stepId? reason message?',
  'turn.ended': 'S D turnId reason interruptReason? error? limit? durationMs? time? usage? cost? recovered?',
  'assistant.delta': 'S V turnId delta step stepId? recovered?',
  'thinking.delta': 'S V turnId delta step stepId? recovered?',
  'tool.call.delta': 'S V turnId toolCallId name? argumentsPart? step recovered?',
  'message.appended': 'S D turnId? step? message',
  'tool.call.started': 'S D turnId toolCallId name args proposed_args? description? display? step',
  'tool.progress': 'S V turnId toolCallId update',
  'tool.result':
    'S D turnId toolCallId output isError? synthetic? step messageId denied? display? durationMs truncated? outputPath?',
  'tool.list.updated': 'S D reason serverName',
  'mcp.server.status': 'S D server',
  'prompt.submitted': 'S D promptId userMessageId status content createdAt',
  'prompt.queued': 'S D promptId content queueLength',
  'prompt.updated': 'S D change promptId? content? position? queueLength',
  'prompt.steered': 'S D activePromptId promptIds content steeredAt',
  'prompt.completed': 'S D promptId finishedAt reason? result? limit?',
  'prompt.aborted': 'S D promptId abortedAt',
  'event.approval.requested':
    'S D approval_id session_id turn_id? tool_call_id tool_name action tool_input_display created_at expires_at ' +
    'reason? danger? session_scope scope_rule? asks? leave_reason? runtime_id profile scopes agent_type? editable edit?',
  'event.approval.resolved':
    'S D approval_id decision scope? feedback? selected_label? resolved_at by amended? accepted? rejected?',
  'event.question.requested':
    'S D question_id session_id turn_id? tool_call_id? questions created_at expires_at background?',
  'event.question.answered': 'S D question_id answers resolved_at',
  'event.question.dismissed': 'S D question_id dismissed_at by',
  'runtime.changed': 'S D runtimeId previous by',
  'agent.created': 'S D agentKind label? parentAgentId? subagentType?',
  'agent.disposed': 'S D',
  'agent.status.updated':
    'S V model? thinkingEffort? contextTokens? maxContextTokens? contextUsage? planMode? permission? runtime? usage? phase?',
  'subagent.spawned':
    'S D subagentId subagentName parentToolCallId parentAgentId? callerAgentId? description? runInBackground model? ' +
    'thinkingEffort? taskId?',
  'subagent.started': 'S D subagentId',
  'subagent.completed': 'S D subagentId resultSummary usage? contextTokens?',
  'subagent.failed': 'S D subagentId error reason',
  'task.started': 'S D info',
  'task.terminated': 'S D info',
  'task.output': 'S V taskId text',
  'task.notified': 'S D notificationType title body severity sourceKind sourceId',
  'shell.started': 'S V commandId taskId',
  'shell.output': 'S V commandId update taskId?',
  'shell.completed': 'S V commandId isError taskId?',
  'cron.fired': 'S D origin prompt',
  'cron.changed': 'S D change job',
  'compaction.started': 'S D trigger instruction? cause? tokensBefore',
  'compaction.blocked': 'S D turnId?',
  'compaction.completed': 'S D result durationMs',
  'compaction.cancelled': 'S D reason',
  // `restoreId` is an addition
  'context.undone': 'S D count turnIds messageIds prompts restoreId?',
  'plan.revision': 'S D id version path sha256 bytes',
  'todo.changed': 'S D todos',
  'goal.updated': 'S D snapshot change?',
  'skill.activated': 'S D activationId skillName skillArgs? trigger skillPath? skillSource?',
  'hook.result': 'S D turnId? hookEvent content blocked?',
  error: 'S D code message name? details? retryable cause?',
  warning: 'S D message code?',
  'session.meta.updated': 'G D title? patch?',
  'event.session.created': 'G D session',
  'event.session.archived': 'G D workspace_id',
  'event.session.deleted': 'G V',
  'event.session.work_changed': 'G D busy main_turn_active? pending_interaction? last_turn_reason?',
  'event.workspace.created': 'G D workspace',
  'event.workspace.updated': 'G D workspace',
  'event.workspace.deleted': 'G D workspace_id root',
  'event.config.changed': 'G D changedFields changed_fields config',
  'event.config.warning': 'G D warnings',
  'event.model_catalog.changed': 'G D changed unchanged failed',
  'event.fs.changed': 'S V changes coalesced_window_ms truncated? count? watch_seq',
};

/** Our own events, which that table does not have. */
export const ownEvents: readonly string[] = [
  'context.redone',
  'event.changes.changed',
  'event.inbox.changed',
  'files.restored',
];

/** Shared types of section 6; `name[kind]` is one alternative of a union. */
export const typeRows: Record<string, string> = {
  McpServerStatus: 'name transport status toolCount error?',
  Message: 'id session_id role content created_at prompt_id? parent_message_id? metadata?',
  // `reminders` is an addition
  MessageMetadata: 'origin? agent_id? turn_id? step? partial? hidden? client? reminders?',
  TextPart: 'type text',
  ThinkingPart: 'type thinking signature?',
  ImagePart: 'type source',
  VideoPart: 'type source',
  'MediaSource[url]': 'kind url id?',
  'MediaSource[base64]': 'kind media_type data',
  'MediaSource[file]': 'kind file_id',
  'MediaSource[session_media]': 'kind file_id',
  FilePart: 'type file_id name media_type size',
  ToolUsePart: 'type tool_call_id tool_name input',
  ToolResultPart: 'type tool_call_id output is_error?',
  'ToolDisplay[command]':
    'kind command cwd? description? language? background? timeout_ms? danger? runtime_id? profile? leave_reason?',
  'ToolDisplay[file_io]': 'kind operation path detail? content? before? after? exists? append?',
  'ToolDisplay[diff]': 'kind path before after first_line? hunks? unified? added? removed?',
  'ToolDisplay[search]': 'kind query scope?',
  'ToolDisplay[url_fetch]': 'kind url method?',
  'ToolDisplay[agent_call]': 'kind agent_name prompt background? description?',
  'ToolDisplay[skill_call]': 'kind skill_name args?',
  'ToolDisplay[todo_list]': 'kind items',
  'ToolDisplay[task]': 'kind task_id status description task_kind?',
  'ToolDisplay[task_stop]': 'kind task_id task_description',
  'ToolDisplay[plan_review]': 'kind plan path? options?',
  'ToolDisplay[goal_start]': 'kind objective completionCriterion? mode',
  'ToolDisplay[generic]': 'kind summary detail?',
  'ResultDisplay[command_output]': 'kind exit_code stdout? stderr? truncated? task_id? sandbox?',
  'ResultDisplay[file_content]': 'kind path content range? truncated?',
  'ResultDisplay[diff]': 'kind path before after first_line? hunks? unified? added? removed?',
  'ResultDisplay[search_results]': 'kind query matches',
  'ResultDisplay[url_content]': 'kind url status preview? content_type?',
  'ResultDisplay[agent_summary]': 'kind agent_name result? steps?',
  'ResultDisplay[task]': 'kind task_id status description task_kind?',
  'ResultDisplay[todo_list]': 'kind items',
  'ResultDisplay[generic]': 'kind summary detail?',
  'ResultDisplay[structured]': 'kind data',
  'ResultDisplay[text]': 'kind text truncated?',
  'ResultDisplay[error]': 'kind message code?',
  'Origin[user]': 'kind skillActivations?',
  SkillActivation: 'activationId skillName skillArgs? skillType? skillPath? skillSource?',
  'Origin[skill_activation]': 'kind activationId skillName skillArgs? skillType? skillPath? skillSource? trigger',
  'Origin[task]': 'kind taskId status notificationId',
  'Origin[cron_job]': 'kind jobId cron recurring coalescedCount stale',
  'Origin[cron_missed]': 'kind count',
  'Origin[system_trigger]': 'kind name',
  'Origin[hook_result]': 'kind event blocked?',
  'Origin[retry]': 'kind trigger?',
  'Origin[shell_command]': 'kind phase isError?',
  'Origin[compaction_summary]': 'kind',
  'Origin[injection]': 'kind variant',
  TokenUsage: 'inputOther output inputCacheRead inputCacheCreation reasoning?',
  UsageStatus: 'byModel? currentTurn? total?',
  ErrorPayload: 'code message name? details? retryable cause?',
  ToolUpdate: 'kind text? percent? replace? customKind? customData?',
  'TaskInfo[process]':
    'kind taskId description status detached? startedAt endedAt stopReason? timeoutMs? terminalNotificationSuppressed? ' +
    'command pid exitCode',
  'TaskInfo[agent]':
    'kind taskId description status detached? startedAt endedAt stopReason? timeoutMs? terminalNotificationSuppressed? ' +
    'agentId? subagentType? model? thinkingEffort?',
  'TaskInfo[question]':
    'kind taskId description status detached? startedAt endedAt stopReason? timeoutMs? terminalNotificationSuppressed? ' +
    'questionCount toolCallId?',
  GoalSnapshot: 'goalId objective completionCriterion? status turnsUsed tokensUsed wallClockMs terminalReason? budget',
  GoalChange: 'kind status? reason? stats? actor?',
  'Phase[idle]': 'kind',
  'Phase[running]': 'kind turnId step stepId since',
  'Phase[streaming]': 'kind turnId step stepId stream toolCallId? toolName? since',
  'Phase[tool_call]': 'kind turnId step toolCallId name since',
  'Phase[retrying]':
    'kind turnId step stepId failedAttempt nextAttempt maxAttempts delayMs errorName? statusCode? since',
  'Phase[awaiting_approval]': 'kind turnId step? approval? since',
  'Phase[interrupted]': 'kind turnId step? reason message? at',
  'Phase[ended]': 'kind turnId reason durationMs? at',
  // our server always sends `allow_other`
  QuestionItem: 'id question header? body? options multi_select? allow_other other_label? other_description?',
  QuestionOption: 'id label description?',
  Todo: 'title status',
  CronJob: 'id cron humanSchedule prompt recurring nextFireAt',
  Workspace: 'id root name created_at last_opened_at session_count',
};
