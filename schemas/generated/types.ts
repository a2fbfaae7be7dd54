/** Types of the contract. Written by `npm run codegen`; changes belong into the schema files. */
/**
 * One part of a message.
 */
export type ContentPart =
  TextPart | ThinkingPart | ImagePart | VideoPart | FilePart | MentionPart | ToolUsePart | ToolResultPart;
/**
 * Why a model reply ended, in the words all protocols share; `paused` continues with another step.
 */
export type FinishReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'filtered' | 'paused' | 'other';
/**
 * Git status of a file; a directory is `modified` when anything in it changed.
 */
export type GitFileStatus =
  'clean' | 'modified' | 'added' | 'deleted' | 'renamed' | 'untracked' | 'ignored' | 'conflicted';
/**
 * How an MCP server lets this one in. `not-applicable`: disabled, a program, headers without `auth: "oauth"`, or it needs no login; `bearer-token`: the variable of `bearerTokenEnvVar`; `oauth-required`: it asks for a login and no token is stored; `oauth-expired`: a stored token is refused; `oauth-authorized`: a usable token; `unavailable`: it cannot be asked.
 */
export type McpAuthStatus =
  'not-applicable' | 'bearer-token' | 'oauth-required' | 'oauth-expired' | 'oauth-authorized' | 'unavailable';
/**
 * Names an MCP server; `plugin` is accepted, and never found.
 */
export type McpLocator =
  | {
      source: 'global';
      /**
       * configured name
       */
      name: string;
    }
  | {
      source: 'plugin';
      pluginId: string;
      serverName: string;
    };
/**
 * How an MCP server is started or reached, distinguished by `transport`.
 */
export type McpServerConfig = McpStdioConfig | McpRemoteConfig;
/**
 * How an MCP server is named and started or reached, distinguished by `transport`.
 */
export type McpServerForm =
  | {
      /**
       * `[A-Za-z0-9_-]{1,64}`, blanks around it do not count
       */
      name: string;
      transport: 'stdio';
      /**
       * program; without a slash it is looked for in `PATH`
       */
      command: string;
      /**
       * as they are, without a shell
       */
      args?: string[];
      /**
       * added to a small base set; `${VAR}` in values is taken from the environment of the server
       */
      env?: {
        [k: string]: string;
      };
      /**
       * absolute; absent: the working directory of the session
       */
      cwd?: string;
      /**
       * absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client
       */
      shared?: boolean;
      /**
       * `sandbox`: it is contained, in the network of its session, with the hosts that rules allow; absent: `local`
       */
      runtime_id?: 'local' | 'sandbox';
      /**
       * absent: true
       */
      enabled?: boolean;
      /**
       * absent: `[mcp]` of the configuration, else 30,000
       */
      startupTimeoutMs?: number;
      /**
       * absent: `[mcp]` of the configuration, else 60,000
       */
      toolTimeoutMs?: number;
      /**
       * names as the server gives them, `*` allowed; absent: all
       */
      enabledTools?: string[];
      /**
       * as `enabledTools`; a tool in both lists is off
       */
      disabledTools?: string[];
    }
  | {
      /**
       * `[A-Za-z0-9_-]{1,64}`, blanks around it do not count
       */
      name: string;
      transport: 'http' | 'sse';
      /**
       * http or https address
       */
      url: string;
      /**
       * `${VAR}` in values is taken from the environment of the server
       */
      headers?: {
        [k: string]: string;
      };
      /**
       * a login is needed in any case; absent: tried when the server asks for one
       */
      auth?: 'oauth';
      /**
       * name of the variable that holds a token
       */
      bearerTokenEnvVar?: string;
      /**
       * absent: true
       */
      enabled?: boolean;
      /**
       * absent: `[mcp]` of the configuration, else 30,000
       */
      startupTimeoutMs?: number;
      /**
       * absent: `[mcp]` of the configuration, else 60,000
       */
      toolTimeoutMs?: number;
      /**
       * names as the server gives them, `*` allowed; absent: all
       */
      enabledTools?: string[];
      /**
       * as `enabledTools`; a tool in both lists is off
       */
      disabledTools?: string[];
    };
/**
 * The configuration of an MCP server as it was written, distinguished by `transport`. `env` and `headers` are shown of the entries that can be changed here, since a `PUT` replaces all of an entry; of others only the names are shown.
 */
export type McpShownConfig =
  | {
      transport: 'stdio';
      /**
       * program; without a slash it is looked for in `PATH`
       */
      command: string;
      /**
       * as they are, without a shell
       */
      args?: string[];
      /**
       * added to a small base set; `${VAR}` in values is taken from the environment of the server
       */
      env?: {
        [k: string]: string;
      };
      /**
       * sorted names, in the place of `env`
       */
      envKeys?: string[];
      /**
       * absolute; absent: the working directory of the session
       */
      cwd?: string;
      /**
       * absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client
       */
      shared?: boolean;
      /**
       * `sandbox`: it is contained, in the network of its session, with the hosts that rules allow; absent: `local`
       */
      runtime_id?: 'local' | 'sandbox';
      /**
       * absent: true
       */
      enabled?: boolean;
      /**
       * absent: `[mcp]` of the configuration, else 30,000
       */
      startupTimeoutMs?: number;
      /**
       * absent: `[mcp]` of the configuration, else 60,000
       */
      toolTimeoutMs?: number;
      /**
       * names as the server gives them, `*` allowed; absent: all
       */
      enabledTools?: string[];
      /**
       * as `enabledTools`; a tool in both lists is off
       */
      disabledTools?: string[];
    }
  | {
      transport: 'http' | 'sse';
      /**
       * http or https address
       */
      url: string;
      /**
       * `${VAR}` in values is taken from the environment of the server
       */
      headers?: {
        [k: string]: string;
      };
      /**
       * sorted names, in the place of `headers`
       */
      headerKeys?: string[];
      /**
       * a login is needed in any case; absent: tried when the server asks for one
       */
      auth?: 'oauth';
      /**
       * name of the variable that holds a token
       */
      bearerTokenEnvVar?: string;
      /**
       * absent: true
       */
      enabled?: boolean;
      /**
       * absent: `[mcp]` of the configuration, else 30,000
       */
      startupTimeoutMs?: number;
      /**
       * absent: `[mcp]` of the configuration, else 60,000
       */
      toolTimeoutMs?: number;
      /**
       * names as the server gives them, `*` allowed; absent: all
       */
      enabledTools?: string[];
      /**
       * as `enabledTools`; a tool in both lists is off
       */
      disabledTools?: string[];
    };
/**
 * Where the bytes of a picture or film are. Sent in both directions; the server answers `session_media` for what it stored.
 */
export type MediaSource =
  | {
      kind: 'url';
      url: string;
      id?: string;
    }
  | {
      kind: 'base64';
      media_type: string;
      /**
       * base64; only inbound, never in events or answers
       */
      data: string;
    }
  | {
      kind: 'file';
      /**
       * id of an upload
       */
      file_id: string;
    }
  | {
      kind: 'session_media';
      /**
       * id of media stored with the session
       */
      file_id: string;
    };
/**
 * What began a turn or put a message into the context.
 */
export type Origin =
  | {
      kind: 'user';
      /**
       * skills loaded together with the prompt
       */
      skillActivations?: SkillActivation[];
    }
  | {
      kind: 'skill_activation';
      activationId: string;
      skillName: string;
      skillArgs?: string;
      skillType?: string;
      /**
       * absolute, or `builtin:<name>`
       */
      skillPath?: string;
      skillSource?: 'project' | 'user' | 'extra' | 'builtin';
      trigger: 'user-slash' | 'model-tool' | 'nested-skill';
    }
  | {
      kind: 'task';
      taskId: string;
      /**
       * how the task ended
       */
      status: string;
      notificationId: string;
    }
  | {
      kind: 'cron_job';
      jobId: string;
      /**
       * five fields, local time
       */
      cron: string;
      recurring: boolean;
      /**
       * runs that were folded into this one
       */
      coalescedCount: number;
      stale: boolean;
    }
  | {
      kind: 'cron_missed';
      /**
       * runs that were missed
       */
      count: number;
    }
  | {
      kind: 'system_trigger';
      /**
       * `goal_continuation`, `subagent`, …
       */
      name: string;
    }
  | {
      kind: 'hook_result';
      /**
       * name of the hook event
       */
      event: string;
      blocked?: boolean;
    }
  | {
      kind: 'retry';
      trigger?: string;
    }
  | {
      kind: 'shell_command';
      phase: 'input' | 'output';
      isError?: boolean;
    }
  | {
      kind: 'compaction_summary';
    }
  | {
      kind: 'injection';
      /**
       * which reminder
       */
      variant: string;
    };
/**
 * What happens to a tool call that no rule decides: manual asks, yolo asks only for risky ones, auto never asks.
 */
export type PermissionMode = 'manual' | 'yolo' | 'auto';
/**
 * What an agent is doing right now.
 */
export type Phase =
  | PhaseIdle
  | PhaseRunning
  | PhaseStreaming
  | PhaseToolCall
  | PhaseRetrying
  | PhaseAwaitingApproval
  | PhaseInterrupted
  | PhaseEnded;
/**
 * One part of a prompt a client submits; `tool_use`, `tool_result` and `thinking` are accepted and dropped.
 */
export type PromptContentPart =
  | {
      type: 'text';
      text: string;
    }
  | {
      type: 'image';
      source: MediaSource;
    }
  | {
      type: 'video';
      source: MediaSource;
    }
  | {
      type: 'file';
      /**
       * id of an upload
       */
      file_id: string;
      name?: string;
      media_type?: string;
      /**
       * bytes
       */
      size?: number;
    }
  | {
      type: 'mention';
      /**
       * absolute or relative to the working directory
       */
      path: string;
    }
  | {
      type: 'tool_use';
    }
  | {
      type: 'tool_result';
    }
  | {
      type: 'thinking';
    };
/**
 * Which limit of a prompt was reached.
 */
export type PromptLimit = 'steps' | 'usd' | 'time';
/**
 * The protocol that a provider speaks.
 */
export type ProviderType =
  'agent' | 'openai' | 'openai_responses' | 'anthropic' | 'google-genai' | 'vertexai' | 'offline';
/**
 * The user's answer to one question.
 */
export type QuestionAnswer =
  | {
      kind: 'single';
      option_id: string;
    }
  | {
      kind: 'multi';
      /**
       * @minItems 1
       */
      option_ids: string[];
    }
  | {
      kind: 'other';
      text: string;
    }
  | {
      kind: 'multi_with_other';
      option_ids: string[];
      other_text: string;
    }
  | {
      kind: 'skipped';
    };
/**
 * The result of a tool call, for the user; `data` and `detail` are any JSON value.
 */
export type ResultDisplay =
  | {
      kind: 'command_output';
      /**
       * null: ended by a signal or still running
       */
      exit_code: number | null;
      /**
       * merged output
       */
      stdout?: string;
      stderr?: string;
      truncated?: boolean;
      /**
       * set when the command continues in the background
       */
      task_id?: string;
      /**
       * what the sandbox refused, and what it moved away; absent: nothing
       */
      sandbox?: {
        profile: 'read-only' | 'workspace';
        refused: {
          host: string;
          port: number;
          reason: string;
        }[];
        /**
         * absolute paths
         */
        quarantined: string[];
      };
    }
  | {
      kind: 'file_content';
      path: string;
      content: string;
      range?: {
        /**
         * first line
         */
        start: number;
        /**
         * last line
         */
        end: number;
      };
      truncated?: boolean;
    }
  | {
      kind: 'diff';
      path: string;
      before: string;
      after: string;
      /**
       * line of the file with which before and after begin, as parts of a large one; default 1
       */
      first_line?: number;
      /**
       * number of hunks
       */
      hunks?: number;
      /**
       * unified diff
       */
      unified?: string;
      /**
       * lines
       */
      added?: number;
      /**
       * lines
       */
      removed?: number;
    }
  | {
      kind: 'search_results';
      query: string;
      matches: {
        file: string;
        /**
         * from 1; 0 when only the file matched
         */
        line: number;
        text: string;
      }[];
    }
  | {
      kind: 'url_content';
      url: string;
      /**
       * HTTP status
       */
      status: number;
      preview?: string;
      content_type?: string;
    }
  | {
      kind: 'agent_summary';
      agent_name: string;
      result?: string;
      steps?: number;
    }
  | {
      kind: 'task';
      task_id: string;
      status: string;
      description: string;
      task_kind?: string;
    }
  | {
      kind: 'todo_list';
      items: Todo[];
    }
  | {
      kind: 'structured';
      data: unknown;
    }
  | {
      kind: 'text';
      text: string;
      truncated?: boolean;
    }
  | {
      kind: 'error';
      message: string;
      code?: string;
    }
  | {
      kind: 'generic';
      summary: string;
      detail?: unknown;
    };
/**
 * What a session does: an approval or a question waits for the user; else a turn, a compaction or a background task runs; else its last turn failed; else nothing.
 */
export type SessionActivity = 'running' | 'approval' | 'question' | 'failed' | 'idle';
/**
 * Work in the background, as events carry it.
 */
export type TaskInfo =
  | {
      kind: 'process';
      /**
       * `bash-`, `agent-` or `question-` + 8 characters
       */
      taskId: string;
      description: string;
      status: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
      detached?: boolean;
      /**
       * epoch milliseconds
       */
      startedAt: number;
      /**
       * epoch milliseconds, null while it runs
       */
      endedAt: number | null;
      /**
       * why it was stopped
       */
      stopReason?: string;
      timeoutMs?: number;
      /**
       * the agent is not notified of its end
       */
      terminalNotificationSuppressed?: boolean;
      command: string;
      pid: number;
      exitCode: number | null;
    }
  | {
      kind: 'agent';
      /**
       * `bash-`, `agent-` or `question-` + 8 characters
       */
      taskId: string;
      description: string;
      status: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
      detached?: boolean;
      /**
       * epoch milliseconds
       */
      startedAt: number;
      /**
       * epoch milliseconds, null while it runs
       */
      endedAt: number | null;
      /**
       * why it was stopped
       */
      stopReason?: string;
      timeoutMs?: number;
      /**
       * the agent is not notified of its end
       */
      terminalNotificationSuppressed?: boolean;
      agentId?: string;
      subagentType?: string;
      /**
       * alias
       */
      model?: string;
      thinkingEffort?: string;
    }
  | {
      kind: 'question';
      /**
       * `bash-`, `agent-` or `question-` + 8 characters
       */
      taskId: string;
      description: string;
      status: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
      detached?: boolean;
      /**
       * epoch milliseconds
       */
      startedAt: number;
      /**
       * epoch milliseconds, null while it runs
       */
      endedAt: number | null;
      /**
       * why it was stopped
       */
      stopReason?: string;
      timeoutMs?: number;
      /**
       * the agent is not notified of its end
       */
      terminalNotificationSuppressed?: boolean;
      questionCount: number;
      toolCallId?: string;
    };
/**
 * What a tool call is about to do; computed before permission is asked. `detail` of `generic` is any JSON value.
 */
export type ToolDisplay =
  | {
      kind: 'command';
      command: string;
      /**
       * absolute
       */
      cwd?: string;
      description?: string;
      language?: 'bash';
      background?: boolean;
      /**
       * milliseconds
       */
      timeout_ms?: number;
      /**
       * why the line is risky, one sentence each
       */
      danger?: string[];
      /**
       * where it runs; absent: `local`
       */
      runtime_id?: string;
      /**
       * what the kernel lets it do; absent: what the user may do
       */
      profile?: 'full' | 'workspace' | 'read-only';
      /**
       * why the model wants it outside the sandbox, in its words
       */
      leave_reason?: string;
    }
  | {
      kind: 'file_io';
      operation: 'read' | 'write' | 'edit' | 'glob' | 'grep';
      path: string;
      /**
       * line range, pattern, …
       */
      detail?: string;
      /**
       * what will be written
       */
      content?: string;
      before?: string;
      after?: string;
      /**
       * the file is there already
       */
      exists?: boolean;
      append?: boolean;
    }
  | {
      kind: 'diff';
      path: string;
      before: string;
      after: string;
      /**
       * line of the file with which before and after begin, as parts of a large one; default 1
       */
      first_line?: number;
      /**
       * number of hunks
       */
      hunks?: number;
      /**
       * unified diff
       */
      unified?: string;
      /**
       * lines
       */
      added?: number;
      /**
       * lines
       */
      removed?: number;
    }
  | {
      kind: 'search';
      query: string;
      scope?: string;
    }
  | {
      kind: 'url_fetch';
      url: string;
      method?: string;
    }
  | {
      kind: 'agent_call';
      agent_name: string;
      prompt: string;
      background?: boolean;
      description?: string;
    }
  | {
      kind: 'skill_call';
      skill_name: string;
      args?: string;
    }
  | {
      kind: 'todo_list';
      items: Todo[];
    }
  | {
      kind: 'task';
      task_id: string;
      status: string;
      description: string;
      task_kind?: string;
    }
  | {
      kind: 'task_stop';
      task_id: string;
      task_description: string;
    }
  | {
      kind: 'plan_review';
      /**
       * Markdown
       */
      plan: string;
      /**
       * absolute path of the plan file
       */
      path?: string;
      /**
       * options that the user may pick
       */
      options?: {
        label: string;
        description: string;
      }[];
    }
  | {
      kind: 'goal_start';
      objective: string;
      completionCriterion?: string;
      mode: 'manual' | 'yolo';
    }
  | {
      kind: 'generic';
      summary: string;
      detail?: unknown;
    };
/**
 * A piece of a step.
 */
export type TranscriptFrame =
  TranscriptTextFrame | TranscriptThinkingFrame | TranscriptToolFrame | TranscriptNoticeFrame;
/**
 * An approval or question that waits, or waited, for the user.
 */
export type TranscriptInteraction = TranscriptApproval | TranscriptQuestion;
/**
 * An entry of the timeline.
 */
export type TranscriptItem = TranscriptTurn | TranscriptMarker | TranscriptTaskRef;
/**
 * A change of a transcript. All but `append` may be applied twice.
 */
export type TranscriptOp =
  | {
      op: 'reset';
      agentId: string;
      snapshot: TranscriptSnapshot;
    }
  | {
      op: 'turn.upsert';
      turn: TranscriptTurnHeader;
    }
  | {
      op: 'step.upsert';
      turnId: string;
      step: TranscriptStepHeader;
      /**
       * the frames it has, in order; others go. Absent: they stay as they are
       */
      frameIds?: string[];
    }
  | {
      op: 'frame.upsert';
      turnId: string;
      stepId: string;
      frame: TranscriptFrame;
    }
  | {
      op: 'append';
      target:
        | {
            type: 'frame';
            turnId: string;
            stepId: string;
            frameId: string;
          }
        | {
            type: 'task';
            taskId: string;
          };
      /**
       * chars before it
       */
      offset: number;
      text: string;
    }
  | {
      op: 'marker.upsert';
      item: TranscriptMarker;
      /**
       * ordinal: it goes before the first turn with this one or a higher one; absent: at the end
       */
      beforeTurn?: number;
    }
  | {
      op: 'taskref.upsert';
      item: TranscriptTaskRef;
      /**
       * ordinal: it goes before the first turn with this one or a higher one; absent: at the end
       */
      beforeTurn?: number;
    }
  | {
      op: 'task.upsert';
      task: TranscriptTask;
    }
  | {
      op: 'interaction.upsert';
      interaction: TranscriptInteraction;
    }
  | {
      op: 'attachment.upsert';
      attachment: TranscriptAttachment;
    }
  | {
      op: 'todo.upsert';
      todo: TranscriptTodo;
    }
  | {
      op: 'prompt.upsert';
      prompt: TranscriptPrompt;
    }
  | {
      op: 'meta.merge';
      meta: TranscriptMetaChange;
    }
  | {
      op: 'items.remove';
      ids: string[];
    };
/**
 * What an agent is doing right now, as the transcript shows it: while a reply arrives it is `running`.
 */
export type TranscriptPhase =
  PhaseIdle | PhaseRunning | PhaseToolCall | PhaseRetrying | PhaseAwaitingApproval | PhaseInterrupted | PhaseEnded;
/**
 */
export type BeginMcpAuthData =
  | {
      status: 'authorization-required';
      /**
       * for `:complete` and `:cancel`; dropped after 15 minutes in which no client waits for it
       */
      flowId: string;
      /**
       * to be opened in a browser on this machine; https, or a server of this machine
       */
      authorizationUrl: string;
    }
  | {
      status: 'already-authorized';
    };
/**
 */
export type CancelGoalData = GoalSnapshot | null;
/**
 * by name
 */
export type CreateManagedMcpServerData = McpManagedServer[];
/**
 * by name
 */
export type DeleteManagedMcpServerData = McpManagedServer[];
/**
 */
export type DownloadFileData = string;
/**
 */
export type GetAccountUsageData =
  | {
      kind: 'ok';
      quota: AccountQuota;
    }
  | {
      kind: 'error';
      message: string;
      /**
       * HTTP status of the account service, when it answered
       */
      status?: number;
    };
/**
 */
export type GetAccountUserData =
  | {
      kind: 'ok';
      userInfo: AccountUser;
    }
  | {
      kind: 'error';
      message: string;
      /**
       * HTTP status of the account service, when it answered
       */
      status?: number;
    };
/**
 */
export type GetGoalData = GoalSnapshot | null;
/**
 */
export type GetHostFileData = string;
/**
 */
export type GetLoginData = LoginFlow | null;
/**
 * in the order of `targets`, or by name
 */
export type InspectMcpServersData = McpInspection[];
/**
 * by name
 */
export type ListManagedMcpServersData = McpManagedServer[];
/**
 * by name
 */
export type ListMcpAuthStatusesData = {
  name: string;
  authStatus: McpAuthStatus;
}[];
/**
 */
export type PauseGoalData = GoalSnapshot | null;
/**
 */
export type QuerySessionsData =
  | {
      items: (SessionSummary | SessionMark)[];
      /**
       * of all pages
       */
      total: number;
      has_more: boolean;
      /**
       * null at the end, and always with `page`
       */
      next_page_token: string | null;
    }
  | {
      /**
       * with `by_workspace`; groups without sessions are left out
       */
      groups: {
        workspace: WorkspaceRef;
        sessions: (SessionSummary | SessionMark)[];
        /**
         * sessions of the group
         */
        total: number;
      }[];
      /**
       * of all pages
       */
      total: number;
      has_more: boolean;
      /**
       * null at the end, and always with `page`
       */
      next_page_token: string | null;
    };
/**
 * by name
 */
export type ReplaceManagedMcpServerData = McpManagedServer[];
/**
 */
export type ResumeGoalData = GoalSnapshot | null;

/**
 * What of an account's allowance is used.
 */
export interface AccountQuota {
  usages: {
    limit5h?: {
      usedRatio: number;
      resetAt?: string;
    };
    limit7d?: {
      usedRatio: number;
      resetAt?: string;
    };
    monthTotal?: {
      usedRatio: number;
      resetAt?: string;
    };
    monthCode?: {
      usedRatio: number;
      resetAt?: string;
    };
  };
  extraUsage: {
    balanceCents: number;
    totalCents: number;
    monthlyChargeLimitEnabled: boolean;
    monthlyChargeLimitCents: number;
    monthlyUsedCents: number;
    /**
     * ISO 4217
     */
    currency: string;
  } | null;
}
/**
 * Who is logged in.
 */
export interface AccountUser {
  userId: string;
  nickname: string;
  status: string;
  region: string;
  userLevel: number;
  userLevelName: string;
  domain: number;
  domainName: string;
  globalId?: string;
  bio?: string;
  avatar?: string;
  username?: string;
  email?: string;
  phone?: {
    countryCode: string;
    number: string;
  };
  createdTime?: string;
  lastLoginTime?: string;
}
/**
 * An agent of a session.
 */
export interface Agent {
  /**
   * `main`, or `agent_` + number
   */
  agentId: string;
  /**
   * `independent`: a side agent that knows a copy of the conversation
   */
  type: 'main' | 'sub' | 'independent';
  parentAgentId?: string;
  /**
   * what it was made for
   */
  label?: string;
  createdAt?: string;
  /**
   * when it left memory, or was closed
   */
  disposedAt?: string;
  /**
   * a subagent that has ended starts again when it is prompted or resumed, a side agent does not
   */
  status: 'running' | 'idle' | 'ended';
  /**
   * name of what it was made from
   */
  profile: string;
  /**
   * alias, empty when none resolves
   */
  model: string;
  usage: UsageCounts;
}
/**
 * What an agent was made from, as the session keeps it: later changes of the file do not matter.
 */
export interface AgentBinding {
  /**
   * name of the agent file or built-in type
   */
  name: string;
  /**
   * for callers
   */
  description: string;
  whenToUse?: string;
  source: 'builtin' | 'user' | 'extra' | 'project' | 'file';
  /**
   * absolute path of its file
   */
  path?: string;
  /**
   * SHA-256 of its text, hexadecimal
   */
  hash?: string;
  /**
   * replaces the built-in body of the prompt
   */
  body?: string;
  /**
   * text behind the rendered prompt
   */
  appended?: string;
  /**
   * allowed names, `*` as wildcard; absent: all
   */
  tools?: string[];
  /**
   * taken away last
   */
  disallowed: string[];
  /**
   * agents it may start; absent: all
   */
  subagents?: string[];
  /**
   * alias
   */
  model?: string;
  /**
   * what its commands may do at most
   */
  sandbox?: 'read-only' | 'workspace';
}
/**
 * Settings a client gives for the main agent; checked as a whole, then applied in this order.
 */
export interface AgentConfigInput {
  /**
   * agent name; only at creation
   */
  profile?: string;
  /**
   * alias; empty is ignored; takes effect at the next step
   */
  model?: string;
  /**
   * level
   */
  thinking?: string;
  permission_mode?: PermissionMode;
  plan_mode?: boolean;
  /**
   * accepted and ignored
   */
  swarm_mode?: boolean;
  /**
   * replaces the body of the agent; only while the session has no message
   */
  system_prompt?: string;
  /**
   * allow list of tool names, `*` allowed; narrows the profile; empty: none
   */
  tools?: string[];
  /**
   * names of the only configured MCP servers that the session connects to; empty: none. A name that is not configured means nothing until it is
   */
  mcp_servers?: string[];
  /**
   * creates a goal
   */
  goal_objective?: string;
  goal_control?: 'pause' | 'resume' | 'cancel';
}
/**
 * An agent that a session can be made with, or that another agent may start.
 */
export interface AgentProfile {
  name: string;
  description: string;
  when_to_use?: string;
  source: 'builtin' | 'user' | 'extra' | 'project';
  /**
   * absolute path of its file
   */
  path?: string;
  /**
   * a file took the place of a built-in agent
   */
  overrides_builtin: boolean;
}
/**
 * Live state of an agent; in an update an absent field is unchanged.
 */
export interface AgentStatus {
  /**
   * alias
   */
  model?: string;
  /**
   * effective level
   */
  thinkingEffort?: string;
  contextTokens?: number;
  /**
   * absent when unknown, never 0
   */
  maxContextTokens?: number;
  /**
   * share of the window in use, 0 to 1
   */
  contextUsage?: number;
  planMode?: boolean;
  permission?: PermissionMode;
  runtime?: RuntimeStatus;
  usage?: UsageStatus;
  phase?: Phase;
}
/**
 * A tool call that waits for the user.
 */
export interface Approval {
  approval_id: string;
  session_id: string;
  /**
   * asking agent
   */
  agent_id: string;
  turn_id?: number;
  tool_call_id: string;
  tool_name: string;
  /**
   * one line for the user
   */
  action: string;
  tool_input_display: ToolDisplay;
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * why it is asked
   */
  reason?: string;
  /**
   * why the call is risky, one sentence each
   */
  danger?: string[];
  /**
   * the answer may be remembered for the session
   */
  session_scope: boolean;
  /**
   * permission rule that would be stored
   */
  scope_rule?: string;
  /**
   * type of the asking subagent
   */
  agent_type?: string;
  /**
   * what it asks for beyond the call: to run outside the sandbox, or to reach a host
   */
  asks?: 'leave' | 'network';
  /**
   * why the model wants it outside the sandbox, in its words
   */
  leave_reason?: string;
  /**
   * where the call would run
   */
  runtime_id: string;
  /**
   * what the kernel would let it do
   */
  profile: 'full' | 'workspace' | 'read-only';
  /**
   * what an approval may hold for
   */
  scopes: ('once' | 'session' | 'always')[];
  /**
   * it may be approved with changes
   */
  editable: boolean;
  edit?: TextEdit;
}
/**
 * A tool call that waits or waited for the user, with its arguments and the texts of its edit.
 */
export interface ApprovalDetail {
  approval_id: string;
  session_id: string;
  /**
   * asking agent
   */
  agent_id: string;
  turn_id?: number;
  tool_call_id: string;
  tool_name: string;
  /**
   * one line for the user
   */
  action: string;
  tool_input_display: ToolDisplay;
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * why it is asked
   */
  reason?: string;
  /**
   * why the call is risky, one sentence each
   */
  danger?: string[];
  /**
   * the answer may be remembered for the session
   */
  session_scope: boolean;
  /**
   * permission rule that would be stored
   */
  scope_rule?: string;
  /**
   * type of the asking subagent
   */
  agent_type?: string;
  /**
   * what it asks for beyond the call: to run outside the sandbox, or to reach a host
   */
  asks?: 'leave' | 'network';
  /**
   * why the model wants it outside the sandbox, in its words
   */
  leave_reason?: string;
  /**
   * where the call would run
   */
  runtime_id: string;
  /**
   * what the kernel would let it do
   */
  profile: 'full' | 'workspace' | 'read-only';
  /**
   * what an approval may hold for
   */
  scopes: ('once' | 'session' | 'always')[];
  /**
   * it may be approved with changes
   */
  editable: boolean;
  /**
   * arguments as the model gave them
   */
  input: {
    [k: string]: unknown;
  };
  edit?: {
    /**
     * absolute
     */
    path: string;
    /**
     * the file is there already
     */
    exists: boolean;
    /**
     * of the bytes of the file, in hexadecimal; null when there is none
     */
    base_sha256: string | null;
    hunks: TextHunk[];
    /**
     * the more frequent line end
     */
    newline: 'lf' | 'crlf';
    /**
     * some lines differ only in their end
     */
    newline_changed?: true;
    /**
     * whether the last line has an end
     */
    final_newline: {
      before: boolean;
      after: boolean;
    };
    /**
     * over 64 KiB or 200 hunks, which are left out then
     */
    truncated?: true;
    /**
     * the whole text; empty when there is no file
     */
    before: string;
    /**
     * the whole text that the call leads to
     */
    after: string;
  };
}
/**
 * Whether prompts can be answered by a model.
 */
export interface AuthSnapshot {
  /**
   * the default model resolves to a configured provider; credentials are not tried
   */
  models_ready: boolean;
  /**
   * configured providers
   */
  providers_count: number;
  managed_provider: {
    name: string;
    status: 'authenticated' | 'expired' | 'revoked' | 'unauthenticated';
  } | null;
  /**
   * there is an account service to log in at; absent: there is none. Beyond the contract
   */
  login_available?: true;
}
/**
 * A provider of the public catalog.
 */
export interface CatalogEntry {
  id: string;
  name: string;
  /**
   * protocol; null: cannot be imported
   */
  wire_type: ProviderType | null;
  /**
   * the catalog names no protocol; it is taken for the OpenAI kind
   */
  guessed: boolean;
  /**
   * an import has to give the address
   */
  needs_base_url: boolean;
  /**
   * cannot be imported
   */
  rejected: boolean;
  reject_reason: ('unknown-explicit-type' | 'proprietary-sdk') | null;
  /**
   * usual environment variable of the key
   */
  env_key: string | null;
  /**
   * usable ones
   */
  models: {
    /**
     * the provider's own name of the model
     */
    id: string;
    name?: string;
    /**
     * tokens
     */
    max_context_size: number;
    capabilities?: string[];
    /**
     * it can think before it answers
     */
    reasoning: boolean;
  }[];
}
/**
 * A file that differs from what it was before the changes of a session.
 */
export interface ChangedFile {
  /**
   * absolute
   */
  path: string;
  status: 'added' | 'modified' | 'deleted';
  /**
   * where an added file was before, which is listed as `deleted`; the comparison is with what was there
   */
  moved_from?: string;
  /**
   * no text, or a link: there are no hunks
   */
  binary?: true;
  /**
   * of the content before the changes, in hexadecimal; null when there was no file
   */
  base_sha256: string | null;
  /**
   * of the content after the changes; of a link, of the path in it; null when there is no file
   */
  sha256: string | null;
  /**
   * lines
   */
  added: number;
  /**
   * lines
   */
  removed: number;
  /**
   * when they were asked for; of a file that only moved, empty
   */
  hunks?: TextHunk[];
  /**
   * over 256 KiB or 200 hunks, or beyond 8 MiB of one answer: the hunks are left out
   */
  truncated?: true;
  /**
   * turns of the main agent in which agents changed it; none for a file that only the user took back. Turns that were undone together with the file are left out
   */
  turns: number[];
  /**
   * agents that changed it
   */
  agent_ids: string[];
  /**
   * `changed`: something else changed it too; `uncertain`: changed while a command ran in the background, or by a call whose end is not known (yet)
   */
  conflict?: 'changed' | 'uncertain';
}
/**
 * The effective configuration without secrets.
 */
export interface Config {
  /**
   * by id
   */
  providers: {
    [k: string]: ProviderSummary;
  };
  /**
   * by alias
   */
  models?: {
    [k: string]: ModelRecord;
  };
  /**
   * alias
   */
  default_model?: string;
  /**
   * id; its default model serves when `default_model` is unset
   */
  default_provider?: string;
  default_permission_mode?: PermissionMode;
  /**
   * the default permission mode is yolo
   */
  yolo?: boolean;
  /**
   * same as `default_plan_mode`
   */
  plan_mode?: boolean;
  thinking?: {
    enabled: boolean;
    /**
     * level
     */
    effort?: string;
    /**
     * whether earlier thinking is sent back
     */
    keep: 'all' | 'none';
  };
  permission?: {
    rules: {
      decision: 'allow' | 'deny' | 'ask';
      pattern: string;
      reason?: string;
    }[];
    allow?: string[];
    deny?: string[];
    ask?: string[];
  };
  hooks?: {
    event: string;
    command: string;
    matcher?: string;
    /**
     * seconds
     */
    timeout?: number;
  }[];
  services?: {
    search?: {
      baseUrl: string;
      hasApiKey: boolean;
      customHeaderKeys?: string[];
    };
    fetch?: {
      baseUrl: string;
      hasApiKey: boolean;
      customHeaderKeys?: string[];
    };
  };
  telemetry?: false;
  /**
   * the parsed file as it is, secrets replaced by `***`
   */
  raw?: {
    [k: string]: unknown;
  };
  default_plan_mode?: boolean;
  default_runtime?: 'local' | 'sandbox';
  extra_skill_dirs?: string[];
  extra_agent_dirs?: string[];
  merge_all_available_skills?: boolean;
  builtin_product_skills?: boolean;
  loop_control?: {
    /**
     * 0 = no limit
     */
    maxStepsPerTurn: number;
    /**
     * all attempts of one model request
     */
    maxAttemptsPerStep: number;
    /**
     * tokens kept free for the answer
     */
    reservedContextSize: number;
    /**
     * part of the context window
     */
    compactionTriggerRatio: number;
  };
  token_counting?: {
    /**
     * changes what is shown, never the triggers
     */
    strategy?: 'measured+estimated' | 'measured' | 'estimated';
  };
  background?: {
    /**
     * no limit when absent
     */
    maxRunningTasks?: number;
    keepAliveOnExit?: boolean;
    /**
     * between SIGTERM and SIGKILL
     */
    killGracePeriodMs?: number;
    bashAutoBackgroundOnTimeout?: boolean;
    /**
     * 0 = none; default 600, with `-p` 0
     */
    bashTaskTimeoutS?: number;
    /**
     * default `steer`; `drain` when unset and `keep_alive_on_exit`
     */
    printBackgroundMode?: 'exit' | 'drain' | 'steer';
    printWaitCeilingS?: number;
    printMaxTurns?: number;
  };
  subagent?: {
    /**
     * 0 = none; default 7200000, with `-p` 0
     */
    timeoutMs: number;
  };
  mcp?: {
    startupTimeoutMs?: number;
    toolTimeoutMs?: number;
  };
  tools?: {
    /**
     * names, `mcp__x__*`; empty = all
     */
    enabled?: string[];
    /**
     * names, `mcp__x__*`
     */
    disabled?: string[];
  };
  image?: {
    /**
     * longest edge of an image sent to a model
     */
    maxEdgePx?: number;
    /**
     * bytes of an image sent to a model
     */
    readByteBudget?: number;
  };
  /**
   * former content of files that tools change, kept so that an undo can give it back
   */
  checkpoints?: {
    enabled?: boolean;
    /**
     * larger files are not kept
     */
    maxFileMb?: number;
    /**
     * of one session; the oldest content makes room
     */
    maxTotalMb?: number;
    /**
     * with more files in the workspace the changes of shell commands are not seen
     */
    maxFiles?: number;
  };
  /**
   * containment of commands by the kernel (Linux, with bubblewrap)
   */
  sandbox?: {
    /**
     * commands of plan mode and of agents that only look cannot change this machine
     */
    plan?: boolean;
    /**
     * network of commands that can only read, in the runtime `local`
     */
    planNetwork?: 'host' | 'ask' | 'off';
    /**
     * network of the runtime `sandbox`: by `Network` rules and questions, none but its own loopback, or that of the machine
     */
    network?: 'ask' | 'off' | 'host';
    /**
     * what runs inside the sandbox without a question: commands, also Write and Edit in the writable area, or nothing
     */
    approve?: 'commands' | 'all' | 'none';
    /**
     * commands of a session in the sandbox on a machine that cannot contain them
     */
    whenUnavailable?: 'ask' | 'refuse' | 'run';
    /**
     * `workspace`: of the home directory only the workspace, `show` and tools of `PATH` are visible
     */
    read?: 'machine' | 'workspace';
    /**
     * paths outside the workspace that are writable, absolute or from `~`
     *
     * @maxItems 500
     */
    write?: string[];
    /**
     * paths that are hidden besides the built-in ones, absolute or from `~`
     *
     * @maxItems 500
     */
    hide?: string[];
    /**
     * paths of the built-in hidden list that are visible, absolute or from `~`
     *
     * @maxItems 500
     */
    show?: string[];
    /**
     * directories of the home directory that the sandbox has of its own; absent: caches of package managers
     *
     * @maxItems 500
     */
    private?: string[];
    /**
     * variables that pass although they look like secrets
     *
     * @maxItems 500
     */
    env?: string[];
    /**
     * sockets of the machine that stay reachable, absolute or from `~`
     *
     * @maxItems 500
     */
    sockets?: string[];
    /**
     * paths below `/dev`
     *
     * @maxItems 500
     */
    devices?: string[];
    /**
     * loopback ports of the machine that a session sees as its own
     *
     * @maxItems 500
     */
    hostPorts?: number[];
    /**
     * user namespaces are allowed inside; protected paths are then no boundary
     */
    nested?: boolean;
    /**
     * processes of one command; 0: no limit
     */
    maxProcesses?: number;
  };
  /**
   * what may be spent; looked at before each model request, by the prices of the models
   */
  budget?: {
    /**
     * of one session; no limit when absent
     */
    sessionUsd?: number;
    /**
     * of all sessions together on one day; no limit when absent
     */
    dayUsd?: number;
    /**
     * part of a limit from which on a session warns
     */
    warnRatio?: number;
  };
  identity?: {
    name?: string;
    /**
     * User-Agent; default: from the name
     */
    slug?: string;
  };
  offline?: {
    /**
     * the built-in offline provider
     */
    enabled?: boolean;
  };
  /**
   * flags by id
   */
  experimental?: {
    [k: string]: boolean;
  };
}
/**
 * A partial configuration, laid over the file key by key: absent keys stay, `null` deletes, lists are replaced whole. Inside a domain fields are spelt as in answers or as in the file; ids, aliases, flags and names of variables and headers are taken as they are. What equals the answer of `GET` is not written. `telemetry` and `secondary_model` are ignored.
 */
export interface ConfigPatch {
  /**
   * by id: fields of the file's table, `api_key` among them; `has_api_key` is ignored. Models of a deleted provider stay and cannot be used until there is one of its name
   */
  providers?: {
    [k: string]: unknown;
  } | null;
  /**
   * by alias: fields of the file's table; `hasApiKey` is ignored
   */
  models?: {
    [k: string]: unknown;
  } | null;
  /**
   * alias of a model that is configured, or becomes so by this patch
   */
  default_model?: string | null;
  /**
   * id
   */
  default_provider?: string | null;
  /**
   * `manual`, `yolo` or `auto`
   */
  default_permission_mode?: string | null;
  /**
   * `true` sets `default_permission_mode` to `yolo`; `false` is ignored
   */
  yolo?: boolean | null;
  /**
   * boolean
   */
  default_plan_mode?: boolean | null;
  /**
   * same as `default_plan_mode`
   */
  plan_mode?: boolean | null;
  /**
   * `rules`, `allow`, `deny`, `ask`
   */
  permission?: {
    [k: string]: unknown;
  } | null;
  /**
   * list of `event`, `command`, `matcher`, `timeout` and nothing else
   */
  hooks?: unknown[] | null;
  /**
   * `search`, `fetch`: `base_url`, `api_key`, `api_key_env`, `custom_headers`
   */
  services?: {
    [k: string]: unknown;
  } | null;
  /**
   * boolean
   */
  merge_all_available_skills?: boolean | null;
  /**
   * boolean
   */
  builtin_product_skills?: boolean | null;
  /**
   * list of paths
   */
  extra_skill_dirs?: unknown[] | null;
  /**
   * list of paths
   */
  extra_agent_dirs?: unknown[] | null;
  /**
   * boolean by flag id
   */
  experimental?: {
    [k: string]: unknown;
  } | null;
  /**
   * refused
   */
  raw?: {
    [k: string]: unknown;
  } | null;
  /**
   * string
   */
  default_runtime?: string | null;
  /**
   * `enabled`, `effort`, `keep`
   */
  thinking?: {
    [k: string]: unknown;
  } | null;
  /**
   * `maxStepsPerTurn`, `maxAttemptsPerStep`, `reservedContextSize`, `compactionTriggerRatio`
   */
  loop_control?: {
    [k: string]: unknown;
  } | null;
  /**
   * `strategy`
   */
  token_counting?: {
    [k: string]: unknown;
  } | null;
  /**
   * `maxRunningTasks`, `keepAliveOnExit`, `killGracePeriodMs`, `bashAutoBackgroundOnTimeout`, `bashTaskTimeoutS`, `printBackgroundMode`, `printWaitCeilingS`, `printMaxTurns`
   */
  background?: {
    [k: string]: unknown;
  } | null;
  /**
   * `timeoutMs`
   */
  subagent?: {
    [k: string]: unknown;
  } | null;
  /**
   * `startupTimeoutMs`, `toolTimeoutMs`
   */
  mcp?: {
    [k: string]: unknown;
  } | null;
  /**
   * `enabled`, `disabled`
   */
  tools?: {
    [k: string]: unknown;
  } | null;
  /**
   * `maxEdgePx`, `readByteBudget`
   */
  image?: {
    [k: string]: unknown;
  } | null;
  /**
   * `enabled`, `maxFileMb`, `maxTotalMb`, `maxFiles`
   */
  checkpoints?: {
    [k: string]: unknown;
  } | null;
  /**
   * `plan`, `planNetwork`, `network`, `approve`, `whenUnavailable`, `read`, `write`, `hide`, `show`, `private`, `env`, `sockets`, `devices`, `hostPorts`, `nested`, `maxProcesses`
   */
  sandbox?: {
    [k: string]: unknown;
  } | null;
  /**
   * `sessionUsd`, `dayUsd`, `warnRatio`
   */
  budget?: {
    [k: string]: unknown;
  } | null;
  /**
   * `name`, `slug`
   */
  identity?: {
    [k: string]: unknown;
  } | null;
  /**
   * `enabled`
   */
  offline?: {
    [k: string]: unknown;
  } | null;
  [k: string]: unknown;
}
/**
 * An open socket.
 */
export interface Connection {
  /**
   * `conn_` + ULID
   */
  id: string;
  connected_at: string;
  remote_address: string | null;
  user_agent: string | null;
  has_client_hello: boolean;
  /**
   * session ids
   */
  subscriptions: string[];
}
/**
 * A prompt that repeats at set times, as events carry it.
 */
export interface CronJob {
  /**
   * 8 hexadecimal digits
   */
  id: string;
  /**
   * five fields, local time
   */
  cron: string;
  humanSchedule: string;
  prompt: string;
  recurring: boolean;
  nextFireAt: string | null;
}
/**
 * A position in the event log of a session.
 */
export interface Cursor {
  /**
   * last durable event that was applied; 0: none
   */
  seq: number;
  /**
   * incarnation of the log, `ep_` + ULID; absent: the present one
   */
  epoch?: string;
}
/**
 * A permission rule that decided, and where it is from.
 */
export interface DecidingRule {
  decision: 'allow' | 'ask' | 'deny';
  /**
   * as `Tool` or `Tool(pattern)`
   */
  pattern: string;
  /**
   * config: `config.toml`; launch: the request that made or loaded the session; session: approved for the session; request: `rules` of this request
   */
  source: 'config' | 'launch' | 'session' | 'request';
}
/**
 * One wrong field of a request.
 */
export interface ErrorDetail {
  /**
   * dotted, array indexes as numbers; empty for the whole object
   */
  path: string;
  message: string;
}
/**
 * A failure reported in an event.
 */
export interface ErrorPayload {
  /**
   * dotted name such as `provider.rate_limit` (ws.md 14.2)
   */
  code: string;
  /**
   * for the user
   */
  message: string;
  /**
   * class of the error
   */
  name?: string;
  /**
   * `code` repeats the engine's name, `server_code` is the REST number where one exists
   */
  details?: {
    [k: string]: unknown;
  };
  /**
   * the same request may work later
   */
  retryable: boolean;
  cause?: ErrorPayload;
}
/**
 * One path that a call changed.
 */
export interface FileChange {
  /**
   * absolute
   */
  path: string;
  change: 'created' | 'modified' | 'deleted';
  before: FileState;
  after: FileState;
  /**
   * where a created file was before; that path is listed as deleted
   */
  movedFrom?: string;
}
/**
 * A file or directory. Links within the directories of the session are followed; `symlink` is one that leads elsewhere, or nowhere.
 */
export interface FileEntry {
  /**
   * relative to the working directory of the session, `/` between names; `.` for itself
   */
  path: string;
  name: string;
  kind: 'file' | 'directory' | 'symlink';
  /**
   * bytes; files only
   */
  size?: number;
  modified_at: string;
  /**
   * base 36: milliseconds of the modification, size and inode, joined by `-`
   */
  etag?: string;
  /**
   * by the name, else by the content
   */
  mime?: string;
  /**
   * as editors name languages
   */
  language_id?: string;
  /**
   * by the first 4,096 bytes; left out where many files are listed
   */
  is_binary?: boolean;
  /**
   * where the followed link leads: relative to the working directory, absolute in an additional directory
   */
  is_symlink_to?: string;
  git_status?: GitFileStatus;
  /**
   * names in a directory; left out for very large ones
   */
  child_count?: number;
}
/**
 * What became of one watched path within a window. What was replaced by another kind of thing is reported twice: `deleted`, then `created`.
 */
export interface FileEvent {
  /**
   * relative to the working directory of the session, `/` between names; `.` for itself
   */
  path: string;
  change: 'created' | 'modified' | 'deleted';
  /**
   * links are reported as links and never followed
   */
  kind: 'file' | 'directory' | 'symlink';
  /**
   * bytes; files only, when the size before is known
   */
  size_delta?: number;
  /**
   * as in `FileEntry`; absent when it is gone
   */
  etag?: string;
}
/**
 * A name that fits what was looked for.
 */
export interface FileHit {
  /**
   * relative to the directory that was searched, `/` between names
   */
  path: string;
  name: string;
  /**
   * links are not followed
   */
  kind: 'file' | 'directory' | 'symlink';
  /**
   * 1 when the name begins with the query
   */
  score: number;
  /**
   * where the characters of the query are in `path`, in UTF-16 code units
   */
  match_positions: number[];
}
/**
 * An uploaded file.
 */
export interface FilePart {
  type: 'file';
  file_id: string;
  name: string;
  media_type: string;
  /**
   * bytes
   */
  size: number;
}
/**
 * What became of a file whose changes were taken back, or brought back.
 */
export interface FileReversal {
  /**
   * of the content now; null when there is no file
   */
  sha256: string | null;
  /**
   * for `changes:unrevert`
   */
  revert_id: string;
  /**
   * as in the list of changes since the same turn, with hunks; null when nothing differs any more
   */
  file: ChangedFile | null;
}
/**
 * What was at a path at one moment.
 */
export interface FileState {
  /**
   * `other`: a special file, or no way to the path
   */
  kind: 'none' | 'file' | 'link' | 'directory' | 'other';
  /**
   * permission bits of a file
   */
  mode?: number;
  /**
   * bytes of a file
   */
  size?: number;
  /**
   * modification time, epoch milliseconds with fraction
   */
  mtimeMs?: number;
  /**
   * SHA-256 of the content, in hex; absent when it was not read
   */
  hash?: string;
  /**
   * why the content of a file could not be kept; absent when it was, or need not be
   */
  unkept?: 'too_large' | 'store_full' | 'not_read' | 'unreadable' | 'outside_workspace' | 'failed';
  /**
   * where a symbolic link leads, as written in it
   */
  target?: string;
}
/**
 * What giving files back does, did, or cannot do (beyond the contract: file checkpoints).
 */
export interface FilesRestoration {
  /**
   * false: this is what would happen
   */
  applied: boolean;
  changes: {
    /**
     * absolute
     */
    path: string;
    /**
     * `restore`: an existing file gets its former content; `recreate`: a missing one comes back; `remove`: one that was created goes
     */
    action: 'restore' | 'recreate' | 'remove';
    /**
     * the file is moved back from here, which is listed with `remove`
     */
    moved_from?: string;
    /**
     * `changed`: differs from what the agent left; `changed_between`: something else changed it between two changes of the agent; `uncertain`: changed by the agent and then while a command ran in the background, or by a call whose end is not known
     */
    conflict?: 'changed' | 'changed_between' | 'uncertain';
    /**
     * no diff: the content is no text
     */
    binary?: boolean;
    /**
     * unified, from now to then; cut when it is long
     */
    diff?: string;
    /**
     * lines
     */
    added?: number;
    /**
     * lines
     */
    removed?: number;
  }[];
  /**
   * changed files that stay as they are
   */
  not_restorable: {
    /**
     * absolute
     */
    path: string;
    /**
     * `too_large`: over `checkpoints.max_file_mb`; `store_full`: no room under `checkpoints.max_total_mb`; `not_read`: changed before it could be read; `pruned`: its kept content had to make room or is damaged; `blocked`: a directory, a special file or a link is in the way; `uncertain`: changed while a command ran in the background, maybe by another process; `force` restores it
     */
    reason:
      | 'too_large'
      | 'store_full'
      | 'not_read'
      | 'unreadable'
      | 'outside_workspace'
      | 'failed'
      | 'pruned'
      | 'blocked'
      | 'uncertain';
  }[];
  /**
   * places where changes of shell commands are not seen; at most 100, known once a command has run since the session was loaded
   */
  unwatched: UnwatchedPlace[];
}
/**
 * What happened to a goal.
 */
export interface GoalChange {
  kind: 'lifecycle' | 'completion';
  status?: 'active' | 'paused' | 'blocked' | 'complete';
  reason?: string;
  stats?: {
    turnsUsed: number;
    tokensUsed: number;
    wallClockMs: number;
  };
  actor?: 'user' | 'model' | 'runtime' | 'system';
}
/**
 * The current goal of a session.
 */
export interface GoalSnapshot {
  goalId: string;
  objective: string;
  completionCriterion?: string;
  status: 'active' | 'paused' | 'blocked' | 'complete';
  /**
   * turns since it was set
   */
  turnsUsed: number;
  /**
   * output tokens
   */
  tokensUsed: number;
  /**
   * time of its active phases
   */
  wallClockMs: number;
  /**
   * why it is blocked or paused
   */
  terminalReason?: string;
  budget: {
    /**
     * output tokens
     */
    tokenBudget: number | null;
    turnBudget: number | null;
    wallClockBudgetMs: number | null;
    remainingTokens: number | null;
    remainingTurns: number | null;
    remainingWallClockMs: number | null;
    tokenBudgetReached: boolean;
    turnBudgetReached: boolean;
    wallClockBudgetReached: boolean;
    overBudget: boolean;
  };
}
/**
 * A picture.
 */
export interface ImagePart {
  type: 'image';
  source: MediaSource;
}
/**
 * An open turn; its texts are those of the open step.
 */
export interface InFlightTurn {
  /**
   * set for agents other than main
   */
  agent_id?: string;
  turn_id: number;
  step?: number;
  /**
   * opaque
   */
  step_id?: string;
  /**
   * empty once its message is in the history
   */
  assistant_text: string;
  /**
   * empty once its message is in the history
   */
  thinking_text: string;
  running_tools: RunningTool[];
  current_prompt_id?: string;
}
/**
 * An approval or a question that waits for the user, with its session.
 */
export interface InboxItem {
  kind: 'approval' | 'question';
  session: {
    /**
     * `session_` + ULID in lower case
     */
    id: string;
    title: string;
    workspace_id: string;
    /**
     * absolute
     */
    cwd: string;
    /**
     * only while another live server owns the session; the answer goes there
     */
    owner?: Owner;
  };
  /**
   * with kind `approval`
   */
  approval?: Approval;
  /**
   * with kind `question`
   */
  question?: Question;
}
/**
 * What a client's own process brings into a session (cli.md 1.4).
 */
export interface Launch {
  /**
   * Default: `"api"`.
   */
  client_type?: 'tui' | 'cli' | 'web' | 'acp' | 'api';
  /**
   * a custom agent for the new session; not together with `agent_config.profile`
   */
  agent_file?: {
    /**
     * where the client read it
     */
    path: string;
    text: string;
  };
  /**
   * absolute paths of directories that replace those of project and user; must exist; kept in memory only
   *
   * @maxItems 100
   */
  skills_dirs?: string[];
  /**
   * absolute paths of further workspace directories; must exist
   */
  additional_dirs?: string[];
  /**
   * environment of the client for commands; kept in memory only
   */
  env?: {
    [k: string]: string;
  };
  /**
   * deny rules of launch scope, which replace those of an earlier launch and hold over a restart of the server
   *
   * @maxItems 1000
   */
  rules?: {
    /**
     * the rule as `Tool` or `Tool(pattern)`
     */
    pattern: string;
    decision: 'deny';
  }[];
  /**
   * where commands run, `local` or `sandbox`; absent: the configured default, on a later launch no change
   */
  runtime_id?: string;
  /**
   * text behind the system prompt of the main agent; only at creation
   */
  append_system?: string;
}
/**
 * A login by device code (RFC 8628).
 */
export interface LoginFlow {
  /**
   * ULID
   */
  flow_id: string;
  provider: string;
  status: 'pending' | 'authenticated' | 'denied' | 'expired' | 'cancelled';
  /**
   * where the user enters the code
   */
  verification_uri: string;
  /**
   * the same with the code in it
   */
  verification_uri_complete: string;
  user_code: string;
  /**
   * seconds from the start of the flow to `expires_at`
   */
  expires_in: number;
  /**
   * seconds between two polls; grows by 5 when the account service asks for it
   */
  interval: number;
  expires_at: string;
  /**
   * when the flow left `pending`
   */
  resolved_at?: string;
  /**
   * why the flow failed, or what of a login could not be written
   */
  error_message?: string;
}
/**
 * A login that was started, or was not needed: then only `flow_id`, `provider` and `status` are there.
 */
export interface LoginStart {
  /**
   * ULID
   */
  flow_id: string;
  provider: string;
  status: 'pending' | 'authenticated';
  /**
   * where the user enters the code
   */
  verification_uri?: string;
  /**
   * the same with the code in it
   */
  verification_uri_complete?: string;
  user_code?: string;
  /**
   * seconds from the start of the flow to `expires_at`
   */
  expires_in?: number;
  /**
   * seconds between two polls; grows by 5 when the account service asks for it
   */
  interval?: number;
  expires_at?: string;
}
/**
 * A configured MCP server, and whether it lets this one in.
 */
export interface McpInspection {
  /**
   * `global:<name>`, the name percent-encoded
   */
  serverId: string;
  locator: McpLocator;
  /**
   * how sessions call it
   */
  runtimeName: string;
  /**
   * address that a login is for; of remote servers
   */
  canonicalUrl?: string;
  origin: 'global';
  config: McpShownConfig;
  enabled: boolean;
  /**
   * as `mutable` of the list
   */
  editable: boolean;
  authStatus: McpAuthStatus;
  /**
   * epoch ms of the answer of the server; absent when it was not asked
   */
  checkedAt?: number;
  /**
   * why it is `unavailable`
   */
  error?: string;
}
/**
 * A configured MCP server, and where it is configured.
 */
export interface McpManagedServer {
  name: string;
  config: McpShownConfig;
  /**
   * always `global`
   */
  source: 'global' | 'plugin' | 'caller';
  /**
   * absolute path of the file that defines it
   */
  origin: string;
  /**
   * true only in `mcp.json` of the home; project files are read-only
   */
  mutable: boolean;
}
/**
 * An MCP server that is reached over HTTP.
 */
export interface McpRemoteConfig {
  transport: 'http' | 'sse';
  /**
   * http or https address
   */
  url: string;
  /**
   * `${VAR}` in values is taken from the environment of the server
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * a login is needed in any case; absent: tried when the server asks for one
   */
  auth?: 'oauth';
  /**
   * name of the variable that holds a token
   */
  bearerTokenEnvVar?: string;
  /**
   * absent: true
   */
  enabled?: boolean;
  /**
   * absent: `[mcp]` of the configuration, else 30,000
   */
  startupTimeoutMs?: number;
  /**
   * absent: `[mcp]` of the configuration, else 60,000
   */
  toolTimeoutMs?: number;
  /**
   * names as the server gives them, `*` allowed; absent: all
   */
  enabledTools?: string[];
  /**
   * as `enabledTools`; a tool in both lists is off
   */
  disabledTools?: string[];
}
/**
 * An MCP server of a session, as a client lists it.
 */
export interface McpServer {
  /**
   * the configured name
   */
  id: string;
  /**
   * the same
   */
  name: string;
  transport: 'stdio' | 'http' | 'sse';
  /**
   * `disconnected`: switched off, not trusted, left out by the session, gone from the configuration, or the session is not loaded; `error`: it failed or needs a login
   */
  status: 'connecting' | 'connected' | 'disconnected' | 'error';
  /**
   * only with `error`
   */
  last_error?: string;
  /**
   * `sandbox`: its program is contained; else `local`
   */
  runtime_id: 'local' | 'sandbox';
  tool_count: number;
}
/**
 * The status of an MCP server in a session.
 */
export interface McpServerStatus {
  /**
   * as it is configured
   */
  name: string;
  transport: 'stdio' | 'http' | 'sse';
  /**
   * `disabled` also when the project is not trusted or the session leaves the server out
   */
  status: 'pending' | 'connected' | 'failed' | 'disabled' | 'needs-auth' | 'removed';
  /**
   * 0 unless connected
   */
  toolCount: number;
  /**
   * why it failed, needs a login or is not started
   */
  error?: string;
}
/**
 * A program of this machine that speaks the protocol over its standard input and output.
 */
export interface McpStdioConfig {
  transport: 'stdio';
  /**
   * program; without a slash it is looked for in `PATH`
   */
  command: string;
  /**
   * as they are, without a shell
   */
  args?: string[];
  /**
   * added to a small base set; `${VAR}` in values is taken from the environment of the server
   */
  env?: {
    [k: string]: string;
  };
  /**
   * absolute; absent: the working directory of the session
   */
  cwd?: string;
  /**
   * absent: true, sessions with the same environment and directory share its process; false: one process for each session, for servers that keep state per client
   */
  shared?: boolean;
  /**
   * `sandbox`: it is contained, in the network of its session, with the hosts that rules allow; absent: `local`
   */
  runtime_id?: 'local' | 'sandbox';
  /**
   * absent: true
   */
  enabled?: boolean;
  /**
   * absent: `[mcp]` of the configuration, else 30,000
   */
  startupTimeoutMs?: number;
  /**
   * absent: `[mcp]` of the configuration, else 60,000
   */
  toolTimeoutMs?: number;
  /**
   * names as the server gives them, `*` allowed; absent: all
   */
  enabledTools?: string[];
  /**
   * as `enabledTools`; a tool in both lists is off
   */
  disabledTools?: string[];
}
/**
 * A path the user pointed at; only in submitted prompts, comes back as text `@<path>`.
 */
export interface MentionPart {
  type: 'mention';
  path: string;
}
/**
 * One message of a conversation.
 */
export interface Message {
  /**
   * `msg_` + ULID
   */
  id: string;
  session_id: string;
  role: 'user' | 'assistant' | 'tool' | 'system';
  content: ContentPart[];
  /**
   * rises strictly within a session
   */
  created_at: string;
  /**
   * prompt that produced it
   */
  prompt_id?: string;
  parent_message_id?: string;
  metadata?: MessageMetadata;
}
/**
 * What is known about a message besides its content.
 */
export interface MessageMetadata {
  origin?: Origin;
  agent_id?: string;
  turn_id?: number;
  step?: number;
  /**
   * cut off by an abort
   */
  partial?: boolean;
  /**
   * engine text, not for display
   */
  hidden?: boolean;
  /**
   * `metadata` of the submitted prompt
   */
  client?: {
    [k: string]: unknown;
  };
  /**
   * engine text that goes to the model with this message (ours)
   */
  reminders?: string[];
}
/**
 * Name, version and features of the server.
 */
export interface Meta {
  server_version: string;
  /**
   * ULID, new at every start
   */
  server_id: string;
  started_at: string;
  capabilities: {
    websocket: true;
    file_upload: true;
    fs_query: true;
    mcp: true;
    tasks: true;
    terminal: true;
  };
  /**
   * always empty
   */
  open_in_apps: ('finder' | 'cursor' | 'vscode' | 'iterm' | 'terminal')[];
  /**
   * no token is needed
   */
  dangerous_bypass_auth: boolean;
  backend: 'v2';
  /**
   * title of the browser tab
   */
  web_title?: string;
  /**
   * by flag id
   */
  experimental_flags: {
    [k: string]: boolean;
  };
  features: {
    name: string;
    state: 'Pending' | 'Activating' | 'Active' | 'Unloading' | 'Failed';
    /**
     * `error` when failed
     */
    meta: {
      [k: string]: unknown;
    };
  }[];
}
/**
 * A model that can be chosen.
 */
export interface Model {
  /**
   * id
   */
  provider: string;
  /**
   * alias
   */
  model: string;
  display_name?: string;
  /**
   * tokens
   */
  max_context_size: number;
  /**
   * effective ones
   */
  capabilities?: string[];
  support_efforts?: string[];
  default_effort?: string;
}
/**
 * A configured model as the configuration shows it.
 */
export interface ModelRecord {
  /**
   * id; absent for a model with its own endpoint
   */
  provider?: string;
  /**
   * the provider's own name of the model
   */
  model: string;
  /**
   * tokens
   */
  maxContextSize: number;
  /**
   * tokens
   */
  maxInputSize?: number;
  /**
   * tokens
   */
  maxOutputSize?: number;
  capabilities?: string[];
  displayName?: string;
  supportEfforts?: string[];
  defaultEffort?: string;
  offEffort?: string;
  reasoningKey?: string;
  adaptiveThinking?: boolean;
  /**
   * USD per million tokens (beyond the contract)
   */
  price?: {
    input: number;
    output: number;
    cacheRead?: number;
    cacheWrite?: number;
  };
  baseUrl?: string;
  protocol?: ProviderType;
  /**
   * values that win over those above
   */
  overrides?: {
    /**
     * tokens
     */
    maxContextSize?: number;
    /**
     * tokens
     */
    maxInputSize?: number;
    /**
     * tokens
     */
    maxOutputSize?: number;
    capabilities?: string[];
    displayName?: string;
    supportEfforts?: string[];
    defaultEffort?: string;
    offEffort?: string;
    reasoningKey?: string;
    adaptiveThinking?: boolean;
    /**
     * USD per million tokens (beyond the contract)
     */
    price?: {
      input: number;
      output: number;
      cacheRead?: number;
      cacheWrite?: number;
    };
  };
  /**
   * only for models with their own endpoint
   */
  hasApiKey?: boolean;
}
/**
 * The live server that runs a session.
 */
export interface Owner {
  /**
   * ULID
   */
  server_id: string;
  /**
   * where that server listens
   */
  base_url?: string;
  /**
   * process id
   */
  pid: number;
}
/**
 * A call waits for the user.
 */
export interface PhaseAwaitingApproval {
  kind: 'awaiting_approval';
  turnId: number;
  step?: number;
  approval?: {
    approvalId: string;
    toolCallId: string;
  };
  /**
   * epoch milliseconds
   */
  since: number;
}
/**
 * The last turn came to its end.
 */
export interface PhaseEnded {
  kind: 'ended';
  turnId: number;
  reason: 'completed' | 'cancelled' | 'failed' | 'blocked';
  durationMs?: number;
  /**
   * epoch milliseconds
   */
  at: number;
}
/**
 * The agent does nothing.
 */
export interface PhaseIdle {
  kind: 'idle';
}
/**
 * The last turn was broken off.
 */
export interface PhaseInterrupted {
  kind: 'interrupted';
  turnId: number;
  step?: number;
  reason: 'aborted' | 'max_steps' | 'error';
  message?: string;
  /**
   * epoch milliseconds
   */
  at: number;
}
/**
 * A request failed and is sent again.
 */
export interface PhaseRetrying {
  kind: 'retrying';
  turnId: number;
  step: number;
  /**
   * opaque
   */
  stepId: string;
  failedAttempt: number;
  nextAttempt: number;
  maxAttempts: number;
  delayMs: number;
  errorName?: string;
  /**
   * HTTP status of the provider
   */
  statusCode?: number;
  /**
   * epoch milliseconds
   */
  since: number;
}
/**
 * A model request is on its way.
 */
export interface PhaseRunning {
  kind: 'running';
  turnId: number;
  step: number;
  /**
   * opaque
   */
  stepId: string;
  /**
   * epoch milliseconds
   */
  since: number;
}
/**
 * A reply arrives.
 */
export interface PhaseStreaming {
  kind: 'streaming';
  turnId: number;
  step: number;
  /**
   * opaque
   */
  stepId: string;
  stream: 'assistant' | 'thinking' | 'tool_call';
  toolCallId?: string;
  toolName?: string;
  /**
   * epoch milliseconds
   */
  since: number;
}
/**
 * A call runs.
 */
export interface PhaseToolCall {
  kind: 'tool_call';
  turnId: number;
  step: number;
  toolCallId: string;
  name: string;
  /**
   * epoch milliseconds
   */
  since: number;
}
/**
 * One submission of a user.
 */
export interface Prompt {
  prompt_id: string;
  /**
   * id its user message has or will have
   */
  user_message_id: string;
  /**
   * a steered prompt is `running`; `blocked` is kept for older clients
   */
  status: 'running' | 'queued' | 'blocked';
  content: ContentPart[];
  created_at: string;
}
/**
 * What a prompt may use: its turn, and the turns that its goal and its background tasks begin.
 */
export interface PromptLimits {
  /**
   * steps of the agent; the limit of the configuration for a turn holds beside
   */
  steps?: number;
  /**
   * checked before each request, those of subagents too; needs a model with a price, or one on loopback
   */
  usd?: number;
  /**
   * from the beginning of its turn, milliseconds
   */
  wall_ms?: number;
  /**
   * `answer`: one last step without tools, for steps and time
   *
   * Default: `"stop"`.
   */
  on_limit?: 'stop' | 'answer';
}
/**
 * The prompts of one agent that are not finished.
 */
export interface PromptQueue {
  active: Prompt | null;
  /**
   * next one first
   */
  queued: Prompt[];
  /**
   * the queue waits for the user
   */
  paused: boolean;
}
/**
 * A provider of models, without secrets.
 */
export interface Provider {
  id: string;
  type: ProviderType;
  /**
   * secrets in it masked
   */
  base_url?: string;
  /**
   * alias
   */
  default_model?: string;
  /**
   * there is a usable credential of any kind
   */
  has_api_key: boolean;
  /**
   * `connected`: a credential is there, or none is needed; `unconfigured`: none is there; `error`: the last request since the start of the server was refused with the credential that is there now
   */
  status: 'connected' | 'unconfigured' | 'error';
  /**
   * aliases
   */
  models?: string[];
}
/**
 * A model of a provider as forms give it; its alias becomes `<id>/<model>`.
 */
export interface ProviderModelForm {
  /**
   * the provider's own name; each only once
   */
  model: string;
  /**
   * tokens
   */
  max_context_size: number;
  display_name?: string;
  /**
   * added to the detected ones
   */
  capabilities?: ('image_in' | 'video_in' | 'audio_in' | 'thinking' | 'always_thinking' | 'tool_use')[];
  /**
   * tokens, at most the context
   */
  max_output_size?: number;
  /**
   * thinking levels
   */
  support_efforts?: string[];
  adaptive_thinking?: boolean;
}
/**
 * A provider as the configuration shows it, without secrets.
 */
export interface ProviderSummary {
  type: ProviderType;
  base_url?: string;
  /**
   * alias
   */
  default_model?: string;
  /**
   * there is a usable credential of any kind
   */
  has_api_key: boolean;
}
/**
 * One to four questions that wait for the user.
 */
export interface Question {
  question_id: string;
  session_id: string;
  /**
   * asking agent
   */
  agent_id: string;
  turn_id?: number;
  tool_call_id?: string;
  /**
   * @minItems 1
   * @maxItems 4
   */
  questions: QuestionItem[];
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * the turn continues meanwhile
   */
  background: boolean;
}
/**
 * One question of the model.
 */
export interface QuestionItem {
  /**
   * `q_<index>`, from 0
   */
  id: string;
  question: string;
  header?: string;
  /**
   * Markdown
   */
  body?: string;
  /**
   * @minItems 2
   * @maxItems 4
   */
  options: QuestionOption[];
  multi_select?: boolean;
  /**
   * a free answer is always possible
   */
  allow_other: true;
  other_label?: string;
  other_description?: string;
}
/**
 * One answer offered.
 */
export interface QuestionOption {
  /**
   * `opt_<question>_<option>`, both from 0
   */
  id: string;
  label: string;
  description?: string;
}
/**
 * The result of reading the models of providers again.
 */
export interface RefreshReport {
  changed: {
    provider_id: string;
    provider_name: string;
    /**
     * models
     */
    added: number;
    /**
     * models
     */
    removed: number;
  }[];
  /**
   * provider ids
   */
  unchanged: string[];
  failed: {
    provider: string;
    reason: string;
  }[];
}
/**
 * A call that has not ended yet.
 */
export interface RunningTool {
  tool_call_id: string;
  name: string;
  /**
   * parsed arguments; the raw text when it was no JSON object
   */
  args?:
    | {
        [k: string]: unknown;
      }
    | string;
  description?: string;
  display?: ToolDisplay;
  last_progress?: {
    kind: 'stdout' | 'stderr' | 'progress' | 'status';
    text?: string;
    /**
     * 0 to 100
     */
    percent?: number;
  };
}
/**
 * Where the commands of an agent run at this moment, and what the kernel lets them do.
 */
export interface RuntimeStatus {
  /**
   * `local`, `sandbox`
   */
  runtime_id: string;
  /**
   * what the kernel lets commands do
   */
  profile: 'full' | 'workspace' | 'read-only';
  /**
   * commands are contained
   */
  enforced: boolean;
  /**
   * why they are not, where they should be
   */
  reason?: string;
}
/**
 * A prompt, an answer or a title that a search found.
 */
export interface SearchHit {
  session_id: string;
  workspace_id: string;
  /**
   * as it is now; empty when there is none
   */
  session_title: string;
  /**
   * empty for titles
   */
  agent_id: string;
  role: 'user' | 'assistant' | 'title';
  /**
   * 80 characters around the hit, blanks folded, `…` where the text continues
   */
  snippet: string;
  /**
   * epoch milliseconds
   */
  time: number;
  /**
   * ordinal of the turn
   */
  turn?: number;
  /**
   * `t<turn>.<step>` as in the transcript; answers only
   */
  step_id?: string;
  /**
   * higher fits better
   */
  score: number;
}
/**
 * How far the search index is.
 */
export interface SearchIndexState {
  /**
   * `readonly`: another server brings the index up to date
   */
  state: 'building' | 'ready' | 'readonly';
  /**
   * sessions that are in it completely
   */
  indexed_sessions: number;
  total_sessions: number;
  /**
   * texts in the index
   */
  documents: number;
  /**
   * some texts are not in it yet
   */
  stale?: boolean;
  /**
   * it could not be brought up to date the last time
   */
  degraded?: boolean;
}
/**
 * A running server of the home.
 */
export interface Server {
  /**
   * ULID
   */
  server_id: string;
  /**
   * where this machine reaches it
   */
  base_url: string;
  /**
   * process id
   */
  pid: number;
  started_at: string;
  /**
   * of its program
   */
  version: string;
  /**
   * `embedded` ends with its client
   */
  lifetime: 'web' | 'embedded';
  /**
   * the server that answers
   */
  self: boolean;
}
/**
 * A conversation in a working directory.
 */
export interface Session {
  /**
   * `session_` + ULID in lower case
   */
  id: string;
  workspace_id: string;
  /**
   * empty when there is none
   */
  title: string;
  title_kind: 'replaceable' | 'generated' | 'custom';
  created_at: string;
  /**
   * moves with accepted prompts, ended turns and profile changes
   */
  updated_at: string;
  archived: boolean;
  /**
   * set while archived
   */
  archived_at?: string;
  /**
   * any agent has an active turn or compaction, or a background task runs
   */
  busy: boolean;
  main_turn_active: boolean;
  /**
   * approval when both wait
   */
  pending_interaction: 'none' | 'approval' | 'question';
  /**
   * last ended turn of the main agent; absent before the first
   */
  last_turn_reason?: 'completed' | 'cancelled' | 'failed';
  /**
   * set while a prompt runs
   */
  current_prompt_id?: string;
  last_prompt?: string;
  /**
   * working directory and keys of clients
   */
  metadata: {
    /**
     * working directory, absolute
     */
    cwd: string;
    [k: string]: unknown;
  };
  /**
   * where its commands run: `local`, `sandbox`
   */
  runtime_id: string;
  agent_config: SessionAgentConfig;
  usage: SessionUsage;
  permission_rules: SessionPermissionRule[];
  /**
   * messages the message list would show
   */
  message_count: number;
  /**
   * last durable event
   */
  last_seq: number;
  /**
   * the live server that runs the session; absent when that is the server that answers, or none
   */
  owner?: Owner;
}
/**
 * Settings of the main agent of a session.
 */
export interface SessionAgentConfig {
  /**
   * alias; empty while none resolves
   */
  model: string;
  /**
   * level
   */
  thinking?: string;
  permission_mode: PermissionMode;
  plan_mode: boolean;
  swarm_mode: false;
  /**
   * name of the agent
   */
  profile: string;
}
/**
 * What became of each session of a batch, in the order in which they were named.
 */
export interface SessionBatch {
  results: {
    id: string;
    ok: boolean;
    error?: {
      /**
       * 40401, 40901 or 50001
       */
      code: number;
      message: string;
    };
  }[];
  succeeded: number;
  failed: number;
}
/**
 * Git status of a session's directory, at most 60 s old.
 */
export interface SessionGit {
  /**
   * null outside of a repository and on no branch
   */
  branch: string | null;
  /**
   * of the branch; null also while it is not found out yet
   */
  pull_request: {
    number: number;
    /**
     * drafts are open
     */
    state: 'open' | 'closed' | 'merged';
    url: string;
  } | null;
}
/**
 * A session in a list that was asked for `fields=id,archived`.
 */
export interface SessionMark {
  id: string;
  archived: boolean;
}
/**
 * A rule approved or set for a session.
 */
export interface SessionPermissionRule {
  id: string;
  tool_name: string;
  /**
   * the same as `pattern` for clients that do not know that; absent when the rule is about all calls of the tool
   */
  matcher?: {
    kind: 'always' | 'command_prefix' | 'path_glob' | 'exact_input';
    value?: string;
  };
  decision: 'approved';
  created_at: string;
  created_by: 'user' | 'agent';
  /**
   * the rule as `Tool` or `Tool(pattern)`
   */
  pattern: string;
}
/**
 * A rule a client gives to a session: `pattern`, or `tool_name` with an optional matcher; `pattern` wins.
 */
export interface SessionPermissionRuleInput {
  /**
   * the rule as `Tool` or `Tool(pattern)`
   */
  pattern?: string;
  tool_name?: string;
  matcher?: {
    kind: 'always' | 'command_prefix' | 'path_glob' | 'exact_input';
    value?: string;
  };
  decision?: 'approved';
}
/**
 * Where the commands of a session run, and what they reach there.
 */
export interface SessionRuntime {
  workspace_id: string;
  /**
   * `local`, `sandbox`
   */
  runtime_id: string;
  /**
   * what the kernel lets commands of the main agent do
   */
  profile: 'full' | 'workspace' | 'read-only';
  network: {
    /**
     * `host`: as the machine; `ask`: hosts that a rule or the user allows; `off`: its own loopback only
     */
    mode: 'host' | 'ask' | 'off';
    rules: {
      /**
       * such as `Network(registry.example.com)`
       */
      pattern: string;
      decision: 'allow' | 'ask' | 'deny';
      source: 'config' | 'launch' | 'session';
    }[];
  };
  ports: {
    /**
     * inside
     */
    port: number;
    /**
     * `reach`: of the machine, seen inside; `expose`: of the session, seen on the machine; `listening`: inside only
     */
    direction: 'reach' | 'expose' | 'listening';
    host_port?: number;
    /**
     * of the task that listens
     */
    task_id?: string;
  }[];
  quarantine: {
    n: number;
    /**
     * absolute, where it was
     */
    path: string;
    moved_at: string;
  }[];
  /**
   * why commands are not contained, where they should be
   */
  reason?: string;
}
/**
 * Live facts of a session.
 */
export interface SessionStatus {
  /**
   * any agent has an active turn or compaction, or a background task runs
   */
  busy: boolean;
  /**
   * alias; absent when none resolves
   */
  model?: string;
  /**
   * effective level; empty without a model
   */
  thinking_level: string;
  permission: PermissionMode;
  plan_mode: boolean;
  runtime: RuntimeStatus;
  swarm_mode: false;
  context_tokens: number;
  /**
   * input limit of the model; absent when unknown
   */
  max_context_tokens?: number;
  /**
   * 0 to 1
   */
  context_usage?: number;
}
/**
 * A session in a list of the second generation.
 */
export interface SessionSummary {
  id: string;
  workspace: WorkspaceRef;
  meta: {
    title: string | null;
    last_prompt: string | null;
    /**
     * epoch ms
     */
    created_at: number;
    /**
     * epoch ms
     */
    updated_at: number;
    archived: boolean;
    /**
     * epoch ms
     */
    archived_at: number | null;
  };
  activity: {
    status: SessionActivity;
    /**
     * beyond the contract: with `running`, only background tasks and subagents are at work, for which the user does not wait
     */
    background?: true;
  };
  /**
   * where its commands run: `local`, `sandbox`
   */
  runtime_id: string;
  /**
   * messages the message list would show
   */
  message_count: number;
  /**
   * absent when no price is known
   */
  total_cost_usd?: number;
  /**
   * the live server that runs the session; absent when that is the server that answers, or none
   */
  owner?: Owner;
  git?: SessionGit;
  /**
   * further directories, absolute; with `include=dirs`
   */
  additional_dirs?: string[];
}
/**
 * Token counts over all agents of a session.
 */
export interface SessionUsage {
  /**
   * prompt tokens neither read from nor written to a cache
   */
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  /**
   * present context of the main agent
   */
  context_tokens: number;
  /**
   * window of the model in tokens; absent when unknown
   */
  context_limit?: number;
  /**
   * turns of the main agent not undone
   */
  turn_count: number;
  /**
   * what was paid by the prices at the time; absent when nothing had a price above 0
   */
  total_cost_usd?: number;
  /**
   * beyond the contract: with `total_cost_usd`, tokens of models without a price, which it lacks
   */
  unknown_tokens?: number;
}
/**
 * A problem with the files, settings or model of a session, for the user.
 */
export interface SessionWarning {
  code:
    | 'agents-md-oversized'
    | 'agents-md-skipped'
    | 'skill-skipped'
    | 'agent-skipped'
    | 'mcp-project-untrusted'
    | 'mcp-layer-invalid'
    | 'config-invalid'
    | 'model-not-served'
    | 'model-window-oversized'
    | 'model-without-tools'
    | 'log-row-damaged'
    | 'sandbox-unavailable'
    | 'sandbox-weakened'
    | 'sandbox-quarantined'
    | 'sandbox-new-repository'
    | 'budget.warning'
    | 'budget.unknown_price';
  message: string;
  severity: 'info' | 'warning' | 'error';
}
/**
 * Text for a kind of work that the model or the user can load.
 */
export interface Skill {
  name: string;
  description: string;
  /**
   * absolute, or `builtin:<name>`
   */
  path: string;
  source: 'project' | 'user' | 'extra' | 'builtin';
  /**
   * `prompt`, or `flow`: only for the user; others cannot be used
   */
  type?: string;
  /**
   * hidden from the model
   */
  disable_model_invocation?: boolean;
}
/**
 * A skill that was loaded together with a prompt.
 */
export interface SkillActivation {
  activationId: string;
  skillName: string;
  skillArgs?: string;
  skillType?: string;
  /**
   * absolute, or `builtin:<name>`
   */
  skillPath?: string;
  skillSource?: 'project' | 'user' | 'extra' | 'builtin';
}
/**
 * A session at one moment of its log; subscribe afterwards with `{ seq: as_of_seq, epoch }`.
 */
export interface Snapshot {
  /**
   * all durable events up to here are contained
   */
  as_of_seq: number;
  /**
   * incarnation of the log, `ep_` + ULID
   */
  epoch: string;
  session: Session;
  /**
   * the newest 100 finished messages
   */
  messages: {
    /**
     * oldest first
     *
     * @maxItems 100
     */
    items: Message[];
    /**
     * older ones exist
     */
    has_more: boolean;
  };
  /**
   * open turn of the main agent
   */
  in_flight_turn: InFlightTurn | null;
  /**
   * open turns of other agents, with `agent_id`
   */
  in_flight_agents: InFlightTurn[];
  /**
   * foreground children of the running or last turn of the main agent
   */
  subagents?: Subagent[];
  /**
   * oldest first
   */
  pending_approvals: Approval[];
  /**
   * oldest first
   */
  pending_questions: Question[];
  prompts: PromptQueue;
  /**
   * of the main agent
   */
  todos: Todo[];
  /**
   * by agent id
   */
  agent_status: {
    [k: string]: AgentStatus;
  };
}
/**
 * What model requests took and cost (beyond the contract).
 */
export interface Spending {
  /**
   * answered ones
   */
  requests: number;
  /**
   * prompt tokens neither read from nor written to a cache
   */
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  /**
   * by the prices at the time, without `unknown_tokens`
   */
  cost_usd: number;
  /**
   * tokens of models that had no price
   */
  unknown_tokens: number;
  /**
   * everything had a price: `unknown_tokens` is 0
   */
  complete: boolean;
}
/**
 * A foreground subagent of the running or last turn of the main agent, in the shape of a task.
 */
export interface Subagent {
  /**
   * id of the agent
   */
  id: string;
  session_id: string;
  kind: 'subagent';
  description: string;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  engine_status: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed';
  created_at: string;
  started_at: string;
  completed_at?: string;
  /**
   * alias
   */
  model?: string;
  thinking_effort?: string;
  agent_id: string;
  subagent_type: string;
  /**
   * empty when no call is behind it
   */
  parent_tool_call_id: string;
  subagent_phase: 'queued' | 'working' | 'suspended' | 'completed' | 'failed';
  /**
   * what it waits for
   */
  suspended_reason?: string;
  run_in_background: boolean;
}
/**
 * Work in the background, or an agent that its caller waits for, as REST shows it.
 */
export interface Task {
  /**
   * `bash-`, `agent-` or `question-` + 8 characters
   */
  id: string;
  session_id: string;
  /**
   * command, agent, question
   */
  kind: 'bash' | 'subagent' | 'tool';
  description: string;
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  engine_status: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
  created_at: string;
  started_at?: string;
  completed_at?: string;
  /**
   * bash only
   */
  command?: string;
  /**
   * bash only; absent: none, or not known
   */
  exit_code?: number;
  /**
   * `local`, `sandbox`; bash only
   */
  runtime_id?: string;
  /**
   * alias; subagent only
   */
  model?: string;
  /**
   * subagent only
   */
  thinking_effort?: string;
  /**
   * subagent only
   */
  agent_id?: string;
  /**
   * subagent only
   */
  subagent_type?: string;
  /**
   * subagent only
   */
  parent_tool_call_id?: string;
  /**
   * its caller waits for it; absent: it runs in the background. Beyond the contract
   */
  run_in_background?: false;
  /**
   * end of the output, from the start of a character
   */
  output_preview?: string;
  /**
   * bytes of `output_preview`
   */
  output_bytes?: number;
}
/**
 * A pseudoterminal of a session.
 */
export interface Terminal {
  /**
   * `term_` + UUID
   */
  id: string;
  session_id: string;
  /**
   * absolute
   */
  cwd: string;
  /**
   * absolute path of the program
   */
  shell: string;
  /**
   * `local`, `sandbox`
   */
  runtime_id: string;
  cols: number;
  rows: number;
  status: 'running' | 'exited';
  created_at: string;
  exited_at?: string;
  /**
   * null: none was reported, such as after a signal
   */
  exit_code?: number | null;
}
/**
 * What a call makes of a text file, in hunks.
 */
export interface TextEdit {
  /**
   * absolute
   */
  path: string;
  /**
   * the file is there already
   */
  exists: boolean;
  /**
   * of the bytes of the file, in hexadecimal; null when there is none
   */
  base_sha256: string | null;
  hunks: TextHunk[];
  /**
   * the more frequent line end
   */
  newline: 'lf' | 'crlf';
  /**
   * some lines differ only in their end
   */
  newline_changed?: true;
  /**
   * whether the last line has an end
   */
  final_newline: {
    before: boolean;
    after: boolean;
  };
  /**
   * over 64 KiB or 200 hunks, which are left out then
   */
  truncated?: true;
}
/**
 * Lines of a file that change together, with 3 lines of context.
 */
export interface TextHunk {
  /**
   * `h1`, `h2`, … in the order of the file
   */
  id: string;
  /**
   * from 1, as in a unified diff
   */
  old_start: number;
  old_lines: number;
  new_start: number;
  new_lines: number;
  /**
   * each begins with a space, `+`, `-` or `\`; line ends are left out
   */
  lines: string[];
}
/**
 * Plain text or Markdown.
 */
export interface TextPart {
  type: 'text';
  text: string;
}
/**
 * What a model thought before it answered.
 */
export interface ThinkingPart {
  type: 'thinking';
  thinking: string;
  /**
   * opaque proof of the provider; sent back with the text
   */
  signature?: string;
}
/**
 * One line of an agent's todo list.
 */
export interface Todo {
  title: string;
  status: 'pending' | 'in_progress' | 'done';
}
/**
 * Tokens of one or more model requests.
 */
export interface TokenUsage {
  /**
   * prompt tokens neither read from nor written to a cache
   */
  inputOther: number;
  /**
   * tokens of the reply, thinking included
   */
  output: number;
  /**
   * prompt tokens read from a cache
   */
  inputCacheRead: number;
  /**
   * prompt tokens written to a cache
   */
  inputCacheCreation: number;
  /**
   * part of `output` that was thinking, when the provider reports it
   */
  reasoning?: number;
}
/**
 * A tool the main agent of a session has.
 */
export interface ToolInfo {
  name: string;
  description: string;
  /**
   * JSON Schema sent to the model
   */
  input_schema: {
    [k: string]: unknown;
  };
  source: 'builtin' | 'skill' | 'mcp';
  /**
   * configured name of the server
   */
  mcp_server_id?: string;
  /**
   * allowed by profile, configuration and session
   */
  active: boolean;
}
/**
 * The result of a call, as the model reads it.
 */
export interface ToolResultPart {
  type: 'tool_result';
  tool_call_id: string;
  /**
   * text; parts when media is in it
   */
  output: string | ContentPart[];
  is_error?: boolean;
}
/**
 * Live output of a running call; `customData` is any JSON value.
 */
export interface ToolUpdate {
  kind: 'stdout' | 'stderr' | 'progress' | 'status' | 'custom';
  /**
   * at most 16 KiB
   */
  text?: string;
  /**
   * 0 to 100
   */
  percent?: number;
  /**
   * the text replaces what was shown instead of being added
   */
  replace?: boolean;
  customKind?: string;
  customData?: unknown;
}
/**
 * A call the model asked for.
 */
export interface ToolUsePart {
  type: 'tool_use';
  tool_call_id: string;
  tool_name: string;
  /**
   * parsed arguments; the raw text when it was no JSON object
   */
  input:
    | {
        [k: string]: unknown;
      }
    | string;
}
/**
 * An agent of the session.
 */
export interface TranscriptAgent {
  agentId: string;
  type?: 'main' | 'sub' | 'independent';
  parentAgentId?: string;
  label?: string;
  createdAt?: string;
  disposedAt?: string;
}
/**
 * A call that waits, or waited, for the user.
 */
export interface TranscriptApproval {
  interactionId: string;
  interactionKind: 'approval';
  toolCallId?: string;
  state: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'answered' | 'dismissed';
  request?: TranscriptApprovalRequest;
  response?: {
    decision: 'approved' | 'rejected' | 'cancelled';
    scope?: string;
    feedback?: string;
    selectedLabel?: string;
    by?: 'client' | 'policy' | 'timeout' | 'abort' | 'recovery';
    /**
     * what the user changed before the call runs
     */
    amended?: 'hunks' | 'content' | 'input';
    /**
     * ids of the hunks that are applied
     */
    accepted?: string[];
    /**
     * ids of the other hunks
     */
    rejected?: string[];
  };
}
/**
 * The approval as `GET …/approvals` lists it, beside the same facts in camelCase.
 */
export interface TranscriptApprovalRequest {
  toolCallId: string;
  toolName: string;
  /**
   * one line for the user
   */
  action: string;
  display: ToolDisplay;
  agentId: string;
  reason?: string;
  /**
   * why it is risky
   */
  danger?: string[];
  expiresAt: string;
  turnId?: number;
  /**
   * the answer may be remembered for the session
   */
  sessionScope?: boolean;
  /**
   * the rule that would be stored
   */
  scopeRule?: string;
  /**
   * type of the asking subagent
   */
  agentType?: string;
  approval_id: string;
  session_id: string;
  /**
   * asking agent
   */
  agent_id: string;
  turn_id?: number;
  tool_call_id: string;
  tool_name: string;
  tool_input_display: ToolDisplay;
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * the answer may be remembered for the session
   */
  session_scope: boolean;
  /**
   * permission rule that would be stored
   */
  scope_rule?: string;
  /**
   * type of the asking subagent
   */
  agent_type?: string;
  /**
   * what it asks for beyond the call: to run outside the sandbox, or to reach a host
   */
  asks?: 'leave' | 'network';
  /**
   * why the model wants it outside the sandbox, in its words
   */
  leave_reason?: string;
  /**
   * where the call would run
   */
  runtime_id: string;
  /**
   * what the kernel would let it do
   */
  profile: 'full' | 'workspace' | 'read-only';
  /**
   * what an approval may hold for
   */
  scopes: ('once' | 'session' | 'always')[];
  /**
   * it may be approved with changes
   */
  editable: boolean;
  edit?: TextEdit;
}
/**
 * Media or a file in a message of the user.
 */
export interface TranscriptAttachment {
  /**
   * `t<turn>.att<n>`
   */
  attachmentId: string;
  /**
   * `image/*` or `video/*` when no more is known
   */
  mediaType: string;
  name?: string;
  /**
   * bytes
   */
  size?: number;
  source?:
    | {
        kind: 'url';
        url: string;
      }
    | {
        kind: 'file';
        /**
         * id of an upload
         */
        fileId: string;
      }
    | {
        kind: 'session_media';
        /**
         * id of media stored with the session
         */
        fileId: string;
      };
  placeholder?: string;
}
/**
 * The changes that one event made.
 */
export interface TranscriptBatch {
  /**
   * consecutive per session and agent
   */
  seq: number;
  /**
   * in order
   */
  ops: TranscriptOp[];
}
/**
 * The goal of an agent.
 */
export interface TranscriptGoal {
  objective: string;
  status: 'active' | 'paused' | 'blocked' | 'complete';
  completionCriterion?: string;
  /**
   * tokens
   */
  budgetUsed?: number;
  /**
   * tokens
   */
  budgetLimit?: number;
}
/**
 * Something that happened between turns or beside them. Renderers accept unknown names.
 */
export interface TranscriptMarker {
  kind: 'marker';
  /**
   * `m<number of its event>`
   */
  markerId: string;
  /**
   * `compaction`, `undo`, `goal`, `plan.enter`, `plan.exit`, `plan.revision`, `skill`, `cron.fired`, `notice`, `hook`, `interruption`; `clear` is reserved
   */
  marker: string;
  payload?: {
    [k: string]: unknown;
  };
  at?: string;
}
/**
 * What opened a turn.
 */
export interface TranscriptMessage {
  /**
   * `t<ordinal>`
   */
  turn_id: string;
  ordinal: number;
  state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  origin: TranscriptOrigin;
  /**
   * may be empty when there are attachments
   */
  prompt: string;
  attachment_ids?: string[];
  started_at?: string;
}
/**
 * State of an agent beside its timeline. Plan mode is on while `modes.plan` is there.
 */
export interface TranscriptMeta {
  goal?: TranscriptGoal;
  modes?: {
    plan?: TranscriptPlanMode;
  };
  activity?: 'idle' | 'turn' | 'disposing' | 'unknown';
  agent?: TranscriptStatus;
}
/**
 * Changes of `TranscriptMeta`: keys that are there replace, null clears; `modes` and `agent` are merged one level deep.
 */
export interface TranscriptMetaChange {
  goal?: TranscriptGoal | null;
  modes?: {
    plan?: TranscriptPlanMode | null;
  };
  activity?: 'idle' | 'turn' | 'disposing' | 'unknown';
  agent?: TranscriptStatus;
}
/**
 * A notice inside of a step; reserved.
 */
export interface TranscriptNoticeFrame {
  kind: 'notice';
  /**
   * `<stepId>.f<n>`
   */
  frameId: string;
  level: 'error' | 'warning' | 'info';
  source?: string;
  message: string;
  detail?: string;
}
/**
 * What started a turn, in short; `payload` has the details.
 */
export interface TranscriptOrigin {
  kind: 'user' | 'cron' | 'task' | 'hook' | 'compaction' | 'side' | 'other';
  /**
   * of `task`
   */
  taskId?: string;
  payload?: Origin;
}
/**
 * A plan that was handed in.
 */
export interface TranscriptPlan {
  tool_call_id: string;
  /**
   * `t<ordinal>`
   */
  turn_id: string;
  /**
   * where the plan was found
   */
  source: 'interaction' | 'display' | 'output';
  /**
   * Markdown
   */
  plan: string;
  /**
   * absolute
   */
  path?: string;
  options?: {
    label: string;
    description?: string;
  }[];
  /**
   * only when the user was asked
   */
  review?: {
    state: 'pending' | 'approved' | 'rejected' | 'cancelled';
    selected_option?: string;
    feedback?: string;
  };
}
/**
 * Plan mode while it is on.
 */
export interface TranscriptPlanMode {
  /**
   * absolute path of the plan, or of its copy that the user was shown
   */
  reviewPath?: string;
  version?: number;
}
/**
 * A prompt and what became of it; one that was steered into a turn is completed.
 */
export interface TranscriptPrompt {
  promptId: string;
  status: 'running' | 'queued' | 'blocked' | 'completed' | 'failed' | 'aborted';
  userMessageId?: string;
  content?: ContentPart[];
  createdAt: string;
  finishedAt?: string;
  steeredAt?: string;
  /**
   * `metadata` that the client sent with the prompt
   */
  clientMetadata?: {
    [k: string]: unknown;
  };
}
/**
 * A question of the model to the user.
 */
export interface TranscriptQuestion {
  interactionId: string;
  interactionKind: 'question';
  toolCallId?: string;
  state: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'answered' | 'dismissed';
  request?: TranscriptQuestionRequest;
  /**
   * null when it was dismissed
   */
  response?: {
    /**
     * question text to answer text
     */
    answers: {
      [k: string]: string;
    };
    method?: string;
    note?: string;
  } | null;
}
/**
 * One question of the model, with the ids that an answer names.
 */
export interface TranscriptQuestionItem {
  /**
   * `q_<index>`, from 0
   */
  id: string;
  question: string;
  header?: string;
  /**
   * Markdown
   */
  body?: string;
  /**
   * @minItems 2
   * @maxItems 4
   */
  options: QuestionOption[];
  multi_select?: boolean;
  /**
   * a free answer is always possible
   */
  allow_other: true;
  other_label?: string;
  other_description?: string;
  /**
   * the same as `multi_select`
   */
  multiSelect?: boolean;
  /**
   * the same as `other_label`
   */
  otherLabel?: string;
  /**
   * the same as `other_description`
   */
  otherDescription?: string;
}
/**
 * The question as `GET …/questions` lists it, beside some of its facts in camelCase.
 */
export interface TranscriptQuestionRequest {
  turnId?: number;
  toolCallId?: string;
  /**
   * @minItems 1
   * @maxItems 4
   */
  questions: TranscriptQuestionItem[];
  expiresAt?: string;
  /**
   * the turn continues meanwhile
   */
  background: boolean;
  question_id: string;
  session_id: string;
  /**
   * asking agent
   */
  agent_id: string;
  turn_id?: number;
  tool_call_id?: string;
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
}
/**
 * The attempt that failed and the one that follows.
 */
export interface TranscriptRetry {
  failedAttempt: number;
  nextAttempt: number;
  maxAttempts: number;
  delayMs: number;
  errorName: string;
  errorMessage: string;
  /**
   * HTTP status of the provider
   */
  statusCode?: number;
}
/**
 * A transcript as a whole, or the newest part of its timeline.
 */
export interface TranscriptSnapshot {
  items: TranscriptItem[];
  tasks: TranscriptTask[];
  interactions: TranscriptInteraction[];
  attachments: TranscriptAttachment[];
  todos: TranscriptTodo[];
  prompts: TranscriptPrompt[];
  meta: TranscriptMeta;
  hasMoreOlder?: boolean;
}
/**
 * State of an agent as in `agent.status.updated`, without plan mode.
 */
export interface TranscriptStatus {
  /**
   * alias
   */
  model?: string;
  thinkingEffort?: string;
  usage?: UsageStatus;
  contextTokens?: number;
  maxContextTokens?: number;
  contextUsage?: number;
  permission?: PermissionMode;
  runtime?: RuntimeStatus;
  phase?: TranscriptPhase;
}
/**
 * A model request of a turn and the calls it asked for.
 */
export interface TranscriptStep {
  kind: 'step';
  /**
   * `t<turn>.<step>`
   */
  stepId: string;
  turnId: string;
  ordinal: number;
  state: 'running' | 'completed' | 'interrupted' | 'failed';
  startedAt?: string;
  endedAt?: string;
  usage?: TokenUsage;
  /**
   * USD of the tokens in `usage`; absent when the model has no price
   */
  cost?: number;
  finishReason?: FinishReason;
  timing?: TranscriptTiming;
  /**
   * the same as `timing`
   */
  llmTiming?: TranscriptTiming;
  /**
   * while a retry is pending
   */
  retry?: TranscriptRetry;
  endReason?: 'aborted' | 'max_steps' | 'error';
  endMessage?: string;
  /**
   * in order
   */
  frames: TranscriptFrame[];
}
/**
 * A step without its frames.
 */
export interface TranscriptStepHeader {
  kind: 'step';
  /**
   * `t<turn>.<step>`
   */
  stepId: string;
  turnId: string;
  ordinal: number;
  state: 'running' | 'completed' | 'interrupted' | 'failed';
  startedAt?: string;
  endedAt?: string;
  usage?: TokenUsage;
  /**
   * USD of the tokens in `usage`; absent when the model has no price
   */
  cost?: number;
  finishReason?: FinishReason;
  timing?: TranscriptTiming;
  /**
   * the same as `timing`
   */
  llmTiming?: TranscriptTiming;
  /**
   * while a retry is pending
   */
  retry?: TranscriptRetry;
  endReason?: 'aborted' | 'max_steps' | 'error';
  endMessage?: string;
}
/**
 * Work beside the turn: a command, a subagent, a question.
 */
export interface TranscriptTask {
  taskId: string;
  kind: 'shell' | 'subagent' | 'tool' | 'other';
  state: 'running' | 'completed' | 'failed' | 'timed_out' | 'killed' | 'lost';
  /**
   * false: a caller waits for it
   */
  detached: boolean;
  description?: string;
  /**
   * of a subagent
   */
  agentId?: string;
  /**
   * of a subagent; alias
   */
  model?: string;
  /**
   * of a subagent
   */
  thinkingEffort?: string;
  /**
   * end of its output
   */
  outputTail: string;
  startedAt?: string;
  endedAt?: string;
  resultSummary?: string;
  error?: string;
  /**
   * why it was stopped
   */
  stateReason?: string;
  usage?: TokenUsage;
}
/**
 * The place in the timeline where a task began.
 */
export interface TranscriptTaskRef {
  kind: 'taskref';
  /**
   * `ref-<taskId>`
   */
  refId: string;
  taskId: string;
  at?: string;
}
/**
 * Text of the model, a steered message of the user, or the notice of a task that ended.
 */
export interface TranscriptTextFrame {
  kind: 'text';
  /**
   * `<stepId>.f<n>`
   */
  frameId: string;
  role: 'assistant' | 'user';
  /**
   * the whole text so far
   */
  text: string;
  attachmentIds?: string[];
  /**
   * the task that it is about
   */
  taskId?: string;
  /**
   * `metadata` that the client sent with the prompt
   */
  clientMetadata?: {
    [k: string]: unknown;
  };
}
/**
 * What the model thought.
 */
export interface TranscriptThinkingFrame {
  kind: 'thinking';
  /**
   * `<stepId>.f<n>`
   */
  frameId: string;
  /**
   * the whole text so far
   */
  text: string;
}
/**
 * How long the parts of a model request took, in milliseconds.
 */
export interface TranscriptTiming {
  llmFirstTokenLatencyMs?: number;
  llmStreamDurationMs?: number;
  llmRequestBuildMs?: number;
  llmServerFirstTokenMs?: number;
  llmServerDecodeMs?: number;
  llmClientConsumeMs?: number;
}
/**
 * The todo list of an agent.
 */
export interface TranscriptTodo {
  todoId: 'todo';
  items: Todo[];
  updatedAt?: string;
}
/**
 * A call of a tool. `progress` and `inputText` are there while it runs only.
 */
export interface TranscriptToolFrame {
  kind: 'tool';
  /**
   * `<stepId>.<toolCallId>`
   */
  frameId: string;
  toolCallId: string;
  name: string;
  /**
   * hint for renderers
   */
  view?: string;
  state: 'running' | 'done' | 'error';
  /**
   * parsed arguments; the raw text when it was no JSON object
   */
  input?:
    | {
        [k: string]: unknown;
      }
    | string;
  /**
   * arguments as the model gave them, when the user changed them
   */
  proposedInput?: {
    [k: string]: unknown;
  };
  /**
   * arguments as they are streamed, up to the last update
   */
  inputText?: string;
  /**
   * text; parts when media is in it
   */
  output?: string | ContentPart[];
  display?: ToolDisplay;
  resultDisplay?: ResultDisplay;
  /**
   * why it failed
   */
  error?: string;
  progress?: ToolUpdate;
  durationMs?: number;
  /**
   * the task it began or became
   */
  taskId?: string;
  /**
   * the approval that was decided
   */
  approvalId?: string;
  todoId?: string;
  /**
   * agents that it called
   */
  agentRefs?: {
    agentId: string;
    role?: 'child' | 'member';
  }[];
}
/**
 * A turn of an agent with its steps.
 */
export interface TranscriptTurn {
  kind: 'turn';
  /**
   * `t<ordinal>`
   */
  turnId: string;
  ordinal: number;
  state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  origin: TranscriptOrigin;
  /**
   * what was asked, as text
   */
  prompt?: string;
  /**
   * of the prompt
   */
  attachmentIds?: string[];
  startedAt?: string;
  endedAt?: string;
  usage?: TranscriptUsage;
  durationMs?: number;
  /**
   * the message of the failure; the whole error is in `turn.ended` and in the notice
   */
  error?: string;
  /**
   * the prompt that opened the turn
   */
  triggerPromptId?: string;
  /**
   * the message that opened the turn; `:fork` takes it
   */
  userMessageId?: string;
  /**
   * in order
   */
  steps: TranscriptStep[];
}
/**
 * A turn without its steps.
 */
export interface TranscriptTurnHeader {
  kind: 'turn';
  /**
   * `t<ordinal>`
   */
  turnId: string;
  ordinal: number;
  state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  origin: TranscriptOrigin;
  /**
   * what was asked, as text
   */
  prompt?: string;
  /**
   * of the prompt
   */
  attachmentIds?: string[];
  startedAt?: string;
  endedAt?: string;
  usage?: TranscriptUsage;
  durationMs?: number;
  /**
   * the message of the failure; the whole error is in `turn.ended` and in the notice
   */
  error?: string;
  /**
   * the prompt that opened the turn
   */
  triggerPromptId?: string;
  /**
   * the message that opened the turn; `:fork` takes it
   */
  userMessageId?: string;
}
/**
 * Tokens of a turn, and what they cost.
 */
export interface TranscriptUsage {
  /**
   * uncached and written to a cache
   */
  inputTokens?: number;
  outputTokens?: number;
  /**
   * read from a cache
   */
  cachedTokens?: number;
  /**
   * USD, as far as the models have a price; absent when none has
   */
  cost?: number;
}
/**
 * A place where changes of shell commands are not seen.
 */
export interface UnwatchedPlace {
  /**
   * absolute; of a name that is not UTF-8 with its bytes replaced
   */
  path: string;
  /**
   * `ignored`: by a .gitignore; `huge`: a tree that tools fill; `name`: not UTF-8; `limit`: the directory has more than `checkpoints.max_files` files; `slow`: looking takes too long; `off`: checkpoints are switched off
   */
  reason: 'ignored' | 'huge' | 'special' | 'unreadable' | 'name' | 'limit' | 'slow' | 'off';
}
/**
 * A file that a client sent.
 */
export interface Upload {
  /**
   * `f_` + UUID
   */
  id: string;
  /**
   * as the client wrote it; any text, no path
   */
  name: string;
  media_type: string;
  /**
   * bytes
   */
  size: number;
  created_at: string;
  /**
   * when the client chose a time; else the upload goes after 24 hours
   */
  expires_at?: string;
}
/**
 * Token counts of one model or agent, or of the whole session.
 */
export interface UsageCounts {
  /**
   * prompt tokens neither read from nor written to a cache
   */
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_creation_tokens: number;
  /**
   * turns not undone
   */
  turn_count: number;
  /**
   * what was paid by the prices at the time; absent when nothing had a price above 0
   */
  total_cost_usd?: number;
  /**
   * beyond the contract: with `total_cost_usd`, tokens of models without a price, which it lacks
   */
  unknown_tokens?: number;
}
/**
 * Token usage of one agent.
 */
export interface UsageStatus {
  /**
   * by model alias
   */
  byModel?: {
    [k: string]: TokenUsage;
  };
  currentTurn?: TokenUsage;
  total?: TokenUsage;
}
/**
 * A film.
 */
export interface VideoPart {
  type: 'video';
  source: MediaSource;
}
/**
 * A record of the log as the visualizer shows it.
 */
export interface VisEvent {
  seq: number;
  /**
   * epoch milliseconds
   */
  time: number;
  type: string;
  agent_id: string;
  /**
   * no client of a server receives it
   */
  internal: boolean;
  /**
   * of the payload as it is stored, with the long texts that it refers to
   */
  bytes: number;
  /**
   * without `type` and `sessionId`; null when it is damaged
   */
  payload: {
    [k: string]: unknown;
  } | null;
  /**
   * long texts are shortened: the event alone, with `limit` 1, has them in full
   */
  cut?: boolean;
  /**
   * the record cannot be read
   */
  damaged?: boolean;
}
/**
 * A message of a request to a model, as the visualizer shows it.
 */
export interface VisMessage {
  /**
   * of the event that has it
   */
  seq: number;
  id: string;
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: {
    [k: string]: unknown;
  }[];
  /**
   * estimate
   */
  tokens: number;
}
/**
 * A directory sessions work in.
 */
export interface Workspace {
  /**
   * `wd_<slug>_<hash>`
   */
  id: string;
  /**
   * absolute path
   */
  root: string;
  name: string;
  created_at: string;
  last_opened_at: string;
  /**
   * not archived ones, children included
   */
  session_count: number;
}
/**
 * The workspace of a session in a list.
 */
export interface WorkspaceRef {
  id: string;
  /**
   * its root; null when nothing is known of it
   */
  cwd: string | null;
}
/**
 */
export interface AbortAgentParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * agent of the session
   */
  agent_id: string;
}
/**
 */
export interface AbortAgentData {
  aborted: true;
}
/**
 */
export interface AbortPromptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `prompt_` + ULID, or chosen by the client
   */
  prompt_id: string;
}
/**
 */
export interface AbortPromptData {
  aborted: true;
}
/**
 */
export interface AbortSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface AbortSessionData {
  aborted: true;
}
/**
 */
export interface ActivateSkillParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * case is ignored
   */
  skill_name: string;
}
/**
 */
export interface ActivateSkillBody {
  args?: string;
  /**
   * images, videos and files
   */
  attachments?: PromptContentPart[];
}
/**
 */
export interface ActivateSkillData {
  activated: true;
  skill_name: string;
}
/**
 */
export interface AddDirectoryParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface AddDirectoryBody {
  /**
   * absolute; must exist
   */
  path: string;
  /**
   * Default: `false`.
   */
  remember?: boolean;
}
/**
 */
export interface AddDirectoryData {
  /**
   * absolute
   */
  cwd: string;
  /**
   * absolute
   */
  additional_dirs: string[];
}
/**
 */
export interface AddInputHistoryParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface AddInputHistoryBody {
  content: string;
}
/**
 */
export interface AddInputHistoryData {
  /**
   * entries that there are now
   */
  length: number;
}
/**
 */
export interface AnswerQuestionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `question_` + ULID
   */
  question_id: string;
}
/**
 */
export interface AnswerQuestionBody {
  /**
   * by question id (`q_0`, …)
   */
  answers: {
    [k: string]: QuestionAnswer;
  };
  /**
   * how the user chose
   */
  method?: 'enter' | 'space' | 'number_key' | 'click';
  note?: string;
}
/**
 */
export interface AnswerQuestionData {
  resolved: true;
  resolved_at: string;
}
/**
 */
export interface ArchiveSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ArchiveSessionData {
  archived: true;
}
/**
 */
export interface ArchiveSessionsBody {
  /**
   * 1 to 5,000 different ones; what is named twice counts once
   *
   * @minItems 1
   */
  ids: string[];
}
/**
 */
export interface BeginMcpAuthQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface BrowseHostQuery {
  /**
   * absolute; default: the home directory
   */
  path?: string;
}
/**
 */
export interface BrowseHostData {
  /**
   * absolute, links resolved
   */
  path: string;
  /**
   * null at the root
   */
  parent: string | null;
  entries: {
    name: string;
    path: string;
    is_dir: true;
  }[];
}
/**
 */
export interface CancelGoalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface CancelLoginQuery {
  /**
   * the account; there is one
   *
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
}
/**
 */
export interface CancelLoginData {
  cancelled: boolean;
  status: 'pending' | 'authenticated' | 'denied' | 'expired' | 'cancelled';
}
/**
 */
export interface CancelMcpAuthBody {
  /**
   * as `:begin` gave it
   */
  flowId: string;
}
/**
 */
export interface CancelShellParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * as `shell` answered it
   */
  command_id: string;
}
/**
 */
export interface CancelShellData {
  cancelled: true;
}
/**
 */
export interface CancelTaskParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `bash-`, `agent-` or `question-` + 8 characters
   */
  task_id: string;
}
/**
 */
export interface CancelTaskData {
  cancelled: true;
}
/**
 */
export interface ClearPlanParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ClearPlanData {
  cleared: true;
}
/**
 */
export interface CloseAgentParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * agent of the session
   */
  agent_id: string;
}
/**
 */
export interface CloseAgentData {
  closed: true;
}
/**
 */
export interface CloseRuntimePortParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * inside
   */
  port: string;
}
/**
 */
export interface CloseRuntimePortData {
  deleted: true;
}
/**
 */
export interface CloseTerminalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `term_` + UUID
   */
  terminal_id: string;
}
/**
 */
export interface CloseTerminalData {
  closed: true;
}
/**
 */
export interface CompactSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface CompactSessionBody {
  /**
   * what the summary is to heed besides; blank: nothing
   */
  instruction?: string;
}
/**
 */
export interface CompactSessionData {}
/**
 */
export interface CompleteMcpAuthBody {
  /**
   * as `:begin` gave it
   */
  flowId: string;
  /**
   * Default: `900000`.
   */
  timeoutMs?: number;
}
/**
 */
export interface CountGuiItemsData {
  length: number;
}
/**
 */
export interface CreateChildSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface CreateChildSessionBody {
  /**
   * default `Child: <title or id>`
   */
  title?: string;
  /**
   * added to the custom metadata of the source; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored
   */
  metadata?: {
    [k: string]: unknown;
  };
}
/**
 */
export interface CreateGoalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface CreateGoalBody {
  /**
   * at most 4,000 characters
   */
  objective: string;
  completion_criterion?: string;
  /**
   * Default: `false`.
   */
  replace?: boolean;
  budget?: {
    turns?: number;
    /**
     * output tokens
     */
    tokens?: number;
    wall_clock_ms?: number;
  };
}
/**
 */
export interface CreateManagedMcpServerQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface CreateProviderBody {
  /**
   * letters, digits, `-`, `_` and blanks, a letter or digit first; not `offline`, `env`
   */
  id: string;
  type: ProviderType;
  /**
   * @minItems 1
   */
  models: ProviderModelForm[];
  api_key?: string;
  /**
   * http or https address, trimmed; no `${`
   */
  base_url?: string;
  /**
   * one of `models[].model`
   */
  default_model?: string;
}
/**
 */
export interface CreateSessionBody {
  /**
   * its root becomes the working directory
   */
  workspace_id?: string;
  /**
   * `cwd` and custom keys; `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored
   */
  metadata?: {
    /**
     * absolute path of an existing directory
     */
    cwd?: string;
    [k: string]: unknown;
  };
  /**
   * custom title
   */
  title?: string;
  agent_config?: AgentConfigInput;
  /**
   * allow rules of launch scope
   */
  permission_rules?: SessionPermissionRuleInput[];
  launch?: Launch;
  /**
   * name → entry as in `mcp.json`, and `expand`, default true: with false the values of `env` and `headers` are literal, `${VAR}` in them too; the session layer, which wins over the files. Kept in memory only: after a restart of the server it is gone until `:load` gives it again
   */
  mcp_servers?: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
/**
 */
export interface CreateTerminalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface CreateTerminalBody {
  /**
   * relative to the working directory of the session, which is the default
   */
  cwd?: string;
  /**
   * absolute path of a program, or its name in PATH; default: the shell of commands
   */
  shell?: string;
  /**
   * Default: `80`.
   */
  cols?: number;
  /**
   * Default: `24`.
   */
  rows?: number;
  /**
   * `sandbox`: its program is contained, with the network of the session's commands and the hosts that rules allow
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface DebugContextParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface DebugContextQuery {
  /**
   * agent of the session
   *
   * Default: `"main"`.
   */
  agent_id?: string;
}
/**
 */
export interface DebugContextData {
  /**
   * as the provider counted, and an estimate of what came since
   */
  tokens: number;
  /**
   * of all messages
   */
  estimate: number;
  messages: {
    id: string;
    role: string;
    /**
     * kind; empty when there is none
     */
    origin: string;
    tokens: number;
  }[];
  /**
   * 0 before the first turn
   */
  system_prompt_chars: number;
  tools: string[];
}
/**
 */
export interface DebugEventsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface DebugEventsQuery {
  /**
   * events after this number
   *
   * Default: `0`.
   */
  after_seq?: number;
  /**
   * most events in the answer
   *
   * Default: `200`.
   */
  limit?: number;
  /**
   * only events of this type
   */
  type?: string;
}
/**
 */
export interface DebugEventsData {
  stats: {
    count: number;
    first_seq: number;
    last_seq: number;
    bytes: number;
    by_type: {
      [k: string]: number;
    };
    /**
     * rows whose payload cannot be read
     */
    damaged: number;
  };
  events: {
    seq: number;
    time: string;
    type: string;
    agent_id: string;
    /**
     * without `type` and `sessionId`
     */
    payload: {};
  }[];
}
/**
 */
export interface DebugMemoryData {
  /**
   * bytes, like the next three
   */
  rss: number;
  heap_used: number;
  heap_total: number;
  external: number;
  /**
   * longest delay since the last call
   */
  event_loop_lag_ms: number;
  db: {
    page_count: number;
    page_size: number;
    wal_bytes: number;
  };
  sessions_loaded: number;
  connections: number;
}
/**
 */
export interface DebugPermissionsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface DebugPermissionsQuery {
  /**
   * name of a tool
   */
  tool?: string;
  /**
   * what the call is about, as rules match it
   */
  subject?: string;
}
/**
 */
export interface DebugPermissionsData {
  mode: PermissionMode;
  plan_mode: boolean;
  rules: {
    decision: 'deny' | 'ask' | 'allow';
    pattern: string;
    source: 'config' | 'session' | 'launch' | 'profile';
    reason?: string;
  }[];
  verdict?: {
    decision: 'allow' | 'ask' | 'deny';
    step: string;
    rule?: string;
  };
}
/**
 */
export interface DebugSessionsData {
  sessions: {
    id: string;
    loaded_at: string;
    last_used_at: string;
    agents: {
      agent_id: string;
      phase: Phase;
      /**
       * prompts that wait
       */
      queue: number;
    }[];
    /**
     * sockets and event streams
     */
    subscribers: number;
    tasks_running: number;
    mcp: {
      name: string;
      status: string;
    }[];
    /**
     * null: something runs, or a client reads
     */
    unload_in_ms: number | null;
  }[];
}
/**
 */
export interface DeleteCronJobParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * 8 hexadecimal digits
   */
  job_id: string;
}
/**
 */
export interface DeleteCronJobData {
  deleted: true;
}
/**
 */
export interface DeleteFileParams {
  /**
   * id of an upload
   */
  file_id: string;
}
/**
 */
export interface DeleteFileData {
  deleted: true;
}
/**
 */
export interface DeleteManagedMcpServerParams {
  /**
   * configured name
   */
  name: string;
}
/**
 */
export interface DeleteManagedMcpServerQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface DeletePermissionRuleParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * opaque
   */
  rule_id: string;
}
/**
 */
export interface DeletePermissionRuleData {
  deleted: true;
}
/**
 */
export interface DeleteProviderParams {
  /**
   * id of a provider
   */
  provider_id: string;
}
/**
 */
export interface DeleteSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface DeleteSessionData {
  deleted: true;
}
/**
 */
export interface DetachToolCallParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * of the running call, or `command_id` of a running command of `POST …/shell`
   */
  tool_call_id: string;
}
/**
 */
export interface DetachToolCallData {
  detached: true;
  task_id: string;
}
/**
 */
export interface DiffFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface DiffFileBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface DiffFileData {
  path: string;
  /**
   * "" without a difference
   */
  diff: string;
  /**
   * it was cut at the end of a line before 1 MiB
   */
  truncated: boolean;
}
/**
 */
export interface DismissQuestionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `question_` + ULID
   */
  question_id: string;
}
/**
 */
export interface DismissQuestionData {
  dismissed: true;
  dismissed_at: string;
}
/**
 */
export interface DownloadFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * relative to the working directory; slashes may be plain or encoded
   */
  path: string;
}
/**
 */
export interface DownloadFileQuery {
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface EditPromptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `prompt_` + ULID, or chosen by the client
   */
  prompt_id: string;
}
/**
 */
export interface EditPromptBody {
  /**
   * same rules as for a new prompt
   *
   * @minItems 1
   */
  content?: PromptContentPart[];
  /**
   * new place in the queue, 0 = next; beyond the end = last
   */
  position?: number;
}
/**
 */
export interface ExplainPermissionBody {
  /**
   * name of the tool
   */
  tool: string;
  /**
   * its arguments, as a model gives them
   */
  input: {
    [k: string]: unknown;
  };
  /**
   * `session_` + ULID in lower case; not together with `cwd`
   */
  session_id?: string;
  /**
   * absolute path of an existing directory that a new session would work in; default without `session_id`: the home directory of the user
   */
  cwd?: string;
  permission_mode?: PermissionMode;
  /**
   * default: that of the session, for a new one that of the configuration
   */
  runtime_id?: 'local' | 'sandbox';
  /**
   * default, as of the mode: that of the session, for a new one that of the configuration
   */
  plan_mode?: boolean;
  /**
   * in place of all rules in force
   *
   * @maxItems 1000
   */
  rules?: {
    decision: 'allow' | 'ask' | 'deny';
    /**
     * the rule as `Tool` or `Tool(pattern)`
     */
    pattern: string;
  }[];
}
/**
 */
export interface ExplainPermissionData {
  /**
   * allow: it runs; ask: the user is asked; deny: it does not run
   */
  verdict: 'allow' | 'ask' | 'deny';
  /**
   * what decided: static: a deny rule, or a tool that is switched off; plan: plan mode; session-rule: approved for the session; ask-rule, allow-rule: a rule; sensitive: a file that may hold secrets; sandbox: containment; risky: what yolo asks about; mode: the permission mode
   */
  step: 'static' | 'plan' | 'session-rule' | 'ask-rule' | 'allow-rule' | 'sensitive' | 'sandbox' | 'risky' | 'mode';
  /**
   * one line for the user
   */
  reason: string;
  rule?: DecidingRule;
  /**
   * labels of a command line or file, as approvals show them
   */
  danger: string[];
  /**
   * Bash: what the kernel would let it do
   */
  profile?: 'full' | 'workspace' | 'read-only';
  /**
   * Bash: it would run outside the sandbox of its session
   */
  leaves?: boolean;
  /**
   * Bash: what is decided on each simple command of the line, wrapped and substituted ones included, in their order; absent when the line cannot be taken apart in time or has more than 1,000
   */
  commands?: {
    /**
     * as rules are compared with it
     */
    text: string;
    verdict: 'allow' | 'ask' | 'deny';
    rule?: DecidingRule;
  }[];
}
/**
 */
export interface ExportSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ExportSessionBody {
  /**
   * Default: `"zip"`.
   */
  format?: 'zip' | 'html';
  /**
   * what the page shows; only with `html`. Without tool output, thinking or file contents it lists events without their content
   */
  include?: {
    /**
     * what tools returned
     *
     * Default: `true`.
     */
    tool_output?: boolean;
    /**
     * the reasoning of models
     *
     * Default: `true`.
     */
    thinking?: boolean;
    /**
     * what was read from files and written into them, and media; commands may show it too
     *
     * Default: `true`.
     */
    file_contents?: boolean;
    /**
     * without it the working directory is `.`, the home directory `~`, and the name of the user is masked
     *
     * Default: `false`.
     */
    paths?: boolean;
  };
  /**
   * becomes `logs/agent-web.jsonl` of a ZIP; at most 262,144 bytes in UTF-8
   */
  web_log?: string;
  /**
   * with the log of the desktop program in a ZIP, if there is one
   *
   * Default: `false`.
   */
  desktop?: boolean;
}
/**
 */
export interface ForkSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ForkSessionBody {
  /**
   * default `Fork: <title or id>`
   */
  title?: string;
  /**
   * added to the custom metadata of the source; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * copy everything up to this message
   */
  message_id?: string;
  /**
   * copy everything up to the end of this turn of `main`, which was not undone; not together with `message_id`. `SESSION_BUSY` while it runs
   */
  turn_id?: number;
}
/**
 */
export interface GenerateSessionTitleParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GenerateSessionTitleBody {
  /**
   * replaces a custom or generated title too
   *
   * Default: `false`.
   */
  force?: boolean;
  /**
   * Default: `"user_prompts"`.
   */
  source?: 'user_prompts' | 'first_turn' | 'digest';
}
/**
 */
export interface GenerateSessionTitleData {
  title: string;
}
/**
 */
export interface GetAccountRegionData {
  region: 'mainland-cn' | 'global';
}
/**
 */
export interface GetAccountUsageQuery {
  /**
   * the account; there is one
   *
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
}
/**
 */
export interface GetAccountUserQuery {
  /**
   * the account; there is one
   *
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
}
/**
 */
export interface GetApprovalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `approval_` + ULID
   */
  approval_id: string;
}
/**
 * the bare document, no envelope
 */
export interface GetAsyncApiData {
  [k: string]: unknown;
}
/**
 */
export interface GetCatalogProviderParams {
  /**
   * id of the entry
   */
  catalog_id: string;
}
/**
 */
export interface GetDirectoriesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetDirectoriesData {
  /**
   * absolute
   */
  cwd: string;
  /**
   * absolute
   */
  additional_dirs: string[];
}
/**
 */
export interface GetFileParams {
  /**
   * id of an upload
   */
  file_id: string;
}
/**
 */
export interface GetGitStatusParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetGitStatusBody {
  /**
   * only these and what is below them, taken literally
   *
   * @maxItems 1000
   */
  paths?: string[];
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface GetGitStatusData {
  /**
   * "" when none is checked out
   */
  branch: string;
  /**
   * commits that the upstream branch does not have; 0 without one
   */
  ahead: number;
  behind: number;
  /**
   * by path relative to the working directory, all that is not clean; ignored ones are left out. At most 20,000
   */
  entries: {
    [k: string]: GitFileStatus;
  };
  /**
   * lines since the last commit, in files that git knows
   */
  additions: number;
  deletions: number;
  /**
   * through the `gh` program, at most 60 s old; null when it does not know in 5 s
   */
  pullRequest: {
    number: number;
    state: 'open' | 'merged' | 'closed' | 'draft';
    url: string;
  } | null;
}
/**
 */
export interface GetGoalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetGoalQueueParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetGoalQueueData {
  /**
   * @maxItems 20
   */
  objectives: string[];
}
/**
 */
export interface GetGuiItemQuery {
  /**
   * name of the value
   */
  key: string;
}
/**
 */
export interface GetGuiItemData {
  /**
   * null: there is none
   */
  value: string | null;
}
/**
 */
export interface GetHealthData {
  ok: true;
}
/**
 */
export interface GetHostFileQuery {
  /**
   * absolute
   */
  path: string;
}
/**
 */
export interface GetHostHomeData {
  /**
   * absolute
   */
  home: string;
  /**
   * last opened first
   *
   * @maxItems 8
   */
  recent_roots: string[];
  /**
   * where the server was started; absent when that is the home directory or the root. Beyond the contract
   */
  started_in?: string;
}
/**
 */
export interface GetLoginQuery {
  /**
   * the account; there is one
   *
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
}
/**
 */
export interface GetManagedMcpServerParams {
  /**
   * configured name
   */
  name: string;
}
/**
 */
export interface GetManagedMcpServerQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface GetMessageParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `msg_` + ULID
   */
  message_id: string;
}
/**
 * the bare document, no envelope
 */
export interface GetOpenApiData {
  [k: string]: unknown;
}
/**
 */
export interface GetProviderParams {
  /**
   * id of a provider
   */
  provider_id: string;
}
/**
 */
export interface GetRuntimeParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionMediaParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `file_id` of a part of a message, or id of an upload
   */
  file_id: string;
}
/**
 */
export interface GetSessionProfileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionSnapshotParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionStatusParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionUsageParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetSessionUsageData {
  total: UsageCounts;
  /**
   * by alias
   */
  by_model: {
    [k: string]: UsageCounts;
  };
  /**
   * by agent id
   */
  by_agent: {
    [k: string]: UsageCounts;
  };
}
/**
 */
export interface GetTaskParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `bash-`, `agent-` or `question-` + 8 characters
   */
  task_id: string;
}
/**
 */
export interface GetTaskQuery {
  /**
   * whether the end of the output comes along
   *
   * Default: `false`.
   */
  with_output?: boolean;
  /**
   * most bytes of output
   *
   * Default: `32768`.
   */
  output_bytes?: number;
}
/**
 */
export interface GetTerminalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `term_` + UUID
   */
  terminal_id: string;
}
/**
 */
export interface GetTranscriptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetTranscriptQuery {
  /**
   * agent of the session
   */
  agent_id: string;
  /**
   * only turns before this one; of this and the next three at most one; an id that is not in the list is ignored
   */
  before_turn?: string;
  /**
   * the page that starts right after this turn
   */
  after_turn?: string;
  /**
   * second name of `before_turn`
   */
  before_id?: string;
  /**
   * second name of `after_turn`
   */
  after_id?: string;
  /**
   * turns
   *
   * Default: `20`.
   */
  page_size?: number;
  /**
   * `page`: only those that turns of the page began with, that were steered into these or ended without a turn between them, or that are not over; a long session has thousands
   *
   * Default: `"all"`.
   */
  prompts?: 'all' | 'page';
}
/**
 */
export interface GetTranscriptData {
  agent_id: string;
  items: TranscriptItem[];
  /**
   * older turns remain; with `after_turn` newer ones
   */
  has_more: boolean;
  /**
   * all of them, as are the following
   */
  tasks: TranscriptTask[];
  interactions: TranscriptInteraction[];
  attachments: TranscriptAttachment[];
  todos: TranscriptTodo[];
  prompts: TranscriptPrompt[];
  meta: TranscriptMeta;
  /**
   * of the session
   */
  agents: TranscriptAgent[];
  /**
   * ids
   */
  pending_interactions: string[];
  /**
   * batches of operations up to here are contained; only while the session is loaded
   */
  seq?: number;
}
/**
 */
export interface GetTranscriptOpsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetTranscriptOpsQuery {
  /**
   * agent of the session
   */
  agent_id: string;
  /**
   * the last batch the client has applied
   */
  since_seq: number;
}
/**
 */
export interface GetTranscriptOpsData {
  agent_id: string;
  /**
   * oldest first
   */
  batches: TranscriptBatch[];
  /**
   * 0: the session is not loaded
   */
  latest_seq: number;
  complete: boolean;
}
/**
 */
export interface GetUsageQuery {
  /**
   * first day, `YYYY-MM-DD`; absent: from the beginning
   */
  from?: string;
  /**
   * last day, inclusive; not before `from`
   */
  to?: string;
  /**
   * rows of each list
   *
   * Default: `100`.
   */
  limit?: number;
}
/**
 */
export interface GetUsageData {
  /**
   * IANA name
   */
  time_zone: string;
  total: Spending;
  /**
   * newest first
   */
  days: {
    day: string;
    spending: Spending;
  }[];
  /**
   * by cost, then by alias
   */
  models: {
    /**
     * alias
     */
    model: string;
    spending: Spending;
  }[];
  /**
   * by cost, then by id
   */
  sessions: {
    session_id: string;
    /**
     * absent when the session was deleted
     */
    title?: string;
    spending: Spending;
  }[];
  /**
   * limits of `[budget]`; absent when none is set
   */
  budget?: {
    session_usd?: number;
    day_usd?: number;
    warn_ratio: number;
    /**
     * today, `YYYY-MM-DD`
     */
    day: string;
    day_spent_usd: number;
    /**
     * absent without `day_usd`
     */
    day_left_usd?: number;
  };
  /**
   * a list was cut at `limit`
   */
  has_more: boolean;
}
/**
 */
export interface GetVisContextParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetVisContextQuery {
  /**
   * Default: `"main"`.
   */
  agent_id?: string;
  /**
   * default: the last one
   */
  turn?: number;
  /**
   * default: the last one
   */
  step?: number;
}
/**
 */
export interface GetVisContextData {
  /**
   * as the agent has it now; empty when it is not known
   */
  system_prompt: string;
  /**
   * empty when they are not known
   */
  tools: {
    name: string;
    tokens: number;
  }[];
  messages: VisMessage[];
  tokens: {
    estimate: number;
    measured?: number;
  };
}
/**
 */
export interface GetVisSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GetVisSessionData {
  session: Session;
  agents: Agent[];
  masked: true;
  source: 'home' | 'zip';
  first_seq: number;
  last_seq: number;
  /**
   * records that cannot be read
   */
  damaged: number;
}
/**
 */
export interface GetWorkspaceTrustParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface GetWorkspaceTrustData {
  trusted: boolean;
  /**
   * canonical directory that the decision is about; absent without servers
   */
  root?: string;
  /**
   * servers in files of the project for this workspace, sorted by name: what a decision is about; absent when there are none
   */
  servers?: {
    name: string;
    /**
     * file that configures it
     */
    origin: string;
    transport: 'stdio' | 'http' | 'sse';
    /**
     * stdio: the program and its arguments on one line
     */
    command?: string;
    /**
     * stdio: absent: the working directory of the session
     */
    cwd?: string;
    /**
     * stdio: sorted
     */
    env_keys?: string[];
    /**
     * http and sse
     */
    url?: string;
    /**
     * http and sse: sorted
     */
    header_keys?: string[];
    /**
     * of the environment of the server of this API: their values are handed or sent to it; sorted
     */
    variables: string[];
    enabled: boolean;
    /**
     * false: it is not started before a decision
     */
    trusted: boolean;
  }[];
  /**
   * of these servers as they are; given to `POST …/trust`, it trusts them only when they still are; absent without servers
   */
  shown?: string;
}
/**
 */
export interface GrepFilesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface GrepFilesBody {
  /**
   * on one line
   */
  pattern: string;
  /**
   * an expression as ripgrep understands it, instead of a text
   *
   * Default: `false`.
   */
  regex?: boolean;
  /**
   * Default: `true`.
   */
  case_sensitive?: boolean;
  /**
   * only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  include_globs?: string[];
  /**
   * not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * Default: `200`.
   */
  max_files?: number;
  /**
   * Default: `50`.
   */
  max_matches_per_file?: number;
  /**
   * Default: `5000`.
   */
  max_total_matches?: number;
  /**
   * Default: `2`.
   */
  context_lines?: number;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface GrepFilesData {
  /**
   * by path
   */
  files: {
    path: string;
    matches: {
      line: number;
      /**
       * of the first match in the line, from 1, in UTF-16 code units
       */
      col: number;
      /**
       * without the end of the line; cut after 4,000 code units
       */
      text: string;
      before: string[];
      after: string[];
    }[];
  }[];
  /**
   * files that were read; of a search that was ended before, those with matches
   */
  files_scanned: number;
  /**
   * there are more results than returned
   */
  truncated: boolean;
  elapsed_ms: number;
}
/**
 */
export interface ImportCatalogBody {
  /**
   * id of the entry
   */
  catalog_id: string;
  /**
   * id of the provider; default: that of the entry
   */
  id?: string;
  api_key?: string;
  /**
   * instead of the entry's; http or https, without a placeholder
   */
  base_url?: string;
}
/**
 */
export interface ImportCatalogData {
  provider: Provider;
  models_imported: number;
}
/**
 */
export interface ImportRegistryBody {
  /**
   * http or https
   */
  url: string;
  /**
   * also the key of the providers
   */
  api_key?: string;
}
/**
 */
export interface ImportRegistryData {
  providers: Provider[];
  models_imported: number;
}
/**
 */
export interface InitSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface InitSessionData {
  agent_id: string;
}
/**
 */
export interface InspectMcpServersBody {
  /**
   * absent: all
   */
  targets?: McpLocator[];
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface ListAgentsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListAgentsData {
  /**
   * oldest first
   */
  items: Agent[];
}
/**
 */
export interface ListApprovalsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListApprovalsQuery {
  /**
   * only those in this state
   */
  status: 'pending';
}
/**
 */
export interface ListApprovalsData {
  items: Approval[];
}
/**
 */
export interface ListCatalogProvidersData {
  items: CatalogEntry[];
}
/**
 */
export interface ListChangesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListChangesQuery {
  /**
   * turn of the main agent; absent: from the beginning
   */
  from_turn?: number;
  /**
   * turn of the main agent; absent: to now
   */
  to_turn?: number;
  /**
   * absolute; only this file
   */
  path?: string;
  /**
   * list the changed lines too
   *
   * Default: `false`.
   */
  hunks?: boolean;
}
/**
 */
export interface ListChangesData {
  /**
   * by path
   */
  files: ChangedFile[];
  /**
   * changed files that cannot be compared
   */
  not_recorded: {
    /**
     * absolute
     */
    path: string;
    /**
     * as `not_restorable` of `:undo`; `uncertain`: it is not known what a call left after `to_turn`
     */
    reason:
      | 'too_large'
      | 'store_full'
      | 'not_read'
      | 'unreadable'
      | 'outside_workspace'
      | 'failed'
      | 'pruned'
      | 'blocked'
      | 'uncertain';
  }[];
  /**
   * at most 100
   */
  unwatched: UnwatchedPlace[];
}
/**
 */
export interface ListChildSessionsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListChildSessionsQuery {
  /**
   * only sessions older than this one; not together with `after_id`; an id that is not in the list is ignored
   */
  before_id?: string;
  /**
   * only sessions newer than this one; the order stays newest first
   */
  after_id?: string;
  /**
   * entries of a page
   *
   * Default: `100`.
   */
  page_size?: number;
  /**
   * filter before paging
   */
  busy?: boolean;
  /**
   * archived sessions too
   *
   * Default: `false`.
   */
  include_archive?: boolean;
}
/**
 */
export interface ListChildSessionsData {
  items: Session[];
  /**
   * further items exist beyond the page in the direction asked
   */
  has_more: boolean;
}
/**
 */
export interface ListConnectionsData {
  connections: Connection[];
}
/**
 */
export interface ListCronJobsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListCronJobsData {
  items: {
    id: string;
    cron: string;
    human_schedule: string;
    prompt: string;
    recurring: boolean;
    next_fire_at: string | null;
    age_days: number;
    stale: boolean;
  }[];
}
/**
 */
export interface ListFilesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListFilesBody {
  /**
   * of a directory
   *
   * Default: `"."`.
   */
  path?: string;
  /**
   * levels; those below the first come in `children_by_path`
   *
   * Default: `1`.
   */
  depth?: number;
  /**
   * entries of the top level
   *
   * Default: `200`.
   */
  limit?: number;
  /**
   * names that begin with a dot
   *
   * Default: `false`.
   */
  show_hidden?: boolean;
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * `type_first`: directories, then the rest, each by name. Names go by code unit
   *
   * Default: `"type_first"`.
   */
  sort?: 'type_first' | 'name_asc' | 'name_desc' | 'mtime_desc' | 'size_desc';
  /**
   * fills `git_status` where there is a repository
   *
   * Default: `false`.
   */
  include_git_status?: boolean;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface ListFilesData {
  items: FileEntry[];
  /**
   * the top level has more entries
   */
  truncated: boolean;
  /**
   * entries of each directory below the top level that was read; only with `depth` over 1
   */
  children_by_path?: {
    [k: string]: FileEntry[];
  };
}
/**
 */
export interface ListInboxQuery {
  /**
   * most items in the answer
   *
   * Default: `200`.
   */
  limit?: number;
}
/**
 */
export interface ListInboxData {
  items: InboxItem[];
  /**
   * of all items, also of those beyond `limit`
   */
  total: number;
}
/**
 */
export interface ListInputHistoryParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface ListInputHistoryQuery {
  /**
   * how many of the newest
   *
   * Default: `1000`.
   */
  limit?: number;
}
/**
 */
export interface ListInputHistoryData {
  items: string[];
}
/**
 */
export interface ListManagedMcpServersQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface ListManyFilesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListManyFilesBody {
  /**
   * @minItems 1
   * @maxItems 100
   */
  paths: string[];
  /**
   * levels; those below the first come in `children_by_path`
   *
   * Default: `1`.
   */
  depth?: number;
  /**
   * entries of the top level
   *
   * Default: `200`.
   */
  limit?: number;
  /**
   * names that begin with a dot
   *
   * Default: `false`.
   */
  show_hidden?: boolean;
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * `type_first`: directories, then the rest, each by name. Names go by code unit
   *
   * Default: `"type_first"`.
   */
  sort?: 'type_first' | 'name_asc' | 'name_desc' | 'mtime_desc' | 'size_desc';
  /**
   * fills `git_status` where there is a repository
   *
   * Default: `false`.
   */
  include_git_status?: boolean;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface ListManyFilesData {
  /**
   * by the path as it was given
   */
  results: {
    [k: string]: FileEntry[];
  };
  truncated_paths?: string[];
  partial_errors?: {
    [k: string]: {
      code: number;
      msg: string;
    };
  };
}
/**
 */
export interface ListMcpAuthStatusesQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
  /**
   * true: query every server that may need a login; false: query none, and report a server without a stored login as needing no login unless its configuration requires one; absent: query servers without a stored token
   */
  verify?: boolean;
}
/**
 */
export interface ListMcpServersQuery {
  /**
   * session that is meant
   */
  session_id?: string;
}
/**
 */
export interface ListMcpServersData {
  servers: McpServer[];
}
/**
 */
export interface ListMessagesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListMessagesQuery {
  /**
   * only messages older than this one; not together with `after_id`; an id that is not in the list is ignored
   */
  before_id?: string;
  /**
   * only messages newer than this one; the order stays newest first
   */
  after_id?: string;
  /**
   * entries of a page
   *
   * Default: `50`.
   */
  page_size?: number;
  /**
   * only messages of this role
   */
  role?: 'user' | 'assistant' | 'tool' | 'system';
}
/**
 */
export interface ListMessagesData {
  items: Message[];
  /**
   * further items exist beyond the page in the direction asked
   */
  has_more: boolean;
}
/**
 */
export interface ListModelsData {
  items: Model[];
}
/**
 */
export interface ListPermissionRulesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListPermissionRulesData {
  items: SessionPermissionRule[];
}
/**
 */
export interface ListPlansParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListPlansQuery {
  /**
   * agent of the session
   */
  agent_id: string;
  /**
   * only the plan of this call
   */
  tool_call_id?: string;
}
/**
 */
export interface ListPlansData {
  agent_id: string;
  /**
   * in timeline order
   */
  plans: TranscriptPlan[];
}
/**
 */
export interface ListPromptsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListPromptsQuery {
  /**
   * agent of the session
   *
   * Default: `"main"`.
   */
  agent_id?: string;
}
/**
 */
export interface ListProvidersData {
  items: Provider[];
}
/**
 */
export interface ListQuestionsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListQuestionsQuery {
  /**
   * only those in this state
   */
  status: 'pending';
}
/**
 */
export interface ListQuestionsData {
  items: Question[];
}
/**
 */
export interface ListRuntimesQuery {
  /**
   * absolute path of a workspace that the answer is about
   */
  cwd?: string;
}
/**
 */
export interface ListRuntimesData {
  items: {
    runtime_id: string;
    kind: 'local' | 'sandbox' | 'exec';
    state: 'available' | 'unavailable' | 'unknown';
    /**
     * one word for why it is not available
     */
    reason?: string;
    /**
     * what helps
     */
    hint?: string;
    /**
     * what the kernel can let commands do there
     */
    profiles: ('full' | 'workspace' | 'read-only')[];
    /**
     * new sessions run there
     */
    default: boolean;
  }[];
}
/**
 */
export interface ListServersData {
  items: Server[];
  /**
   * where other machines reach the page of this server, base path included; empty when only this machine can connect
   */
  urls: string[];
}
/**
 */
export interface ListSessionsQuery {
  /**
   * only sessions older than this one; not together with `after_id`; an id that is not in the list is ignored
   */
  before_id?: string;
  /**
   * only sessions newer than this one; the order stays newest first
   */
  after_id?: string;
  /**
   * entries of a page
   */
  page_size?: number;
  /**
   * filter before paging
   */
  busy?: boolean;
  /**
   * archived sessions too
   *
   * Default: `false`.
   */
  include_archive?: boolean;
  /**
   * not together with `include_archive`
   *
   * Default: `false`.
   */
  archived_only?: boolean;
  /**
   * only sessions with a prompt
   *
   * Default: `false`.
   */
  exclude_empty?: boolean;
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id?: string;
}
/**
 */
export interface ListSessionsData {
  items: Session[];
  /**
   * further items exist beyond the page in the direction asked
   */
  has_more: boolean;
}
/**
 */
export interface ListSkillsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListSkillsData {
  skills: Skill[];
}
/**
 */
export interface ListTasksParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListTasksQuery {
  /**
   * only those in this state
   */
  status?: 'running' | 'completed' | 'failed' | 'cancelled';
}
/**
 */
export interface ListTasksData {
  items: Task[];
}
/**
 */
export interface ListTerminalsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListTerminalsData {
  items: Terminal[];
}
/**
 */
export interface ListTodosParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListTodosQuery {
  /**
   * agent of the session
   *
   * Default: `"main"`.
   */
  agent_id?: string;
}
/**
 */
export interface ListTodosData {
  items: Todo[];
}
/**
 */
export interface ListToolsQuery {
  /**
   * session whose main agent is meant
   */
  session_id?: string;
}
/**
 */
export interface ListToolsData {
  tools: ToolInfo[];
}
/**
 */
export interface ListUserMessagesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListUserMessagesQuery {
  /**
   * absent: all agents
   */
  agent_id?: string;
}
/**
 */
export interface ListUserMessagesData {
  agents: {
    agent_id: string;
    /**
     * oldest first
     */
    messages: TranscriptMessage[];
    /**
     * those that are referred to
     */
    attachments: TranscriptAttachment[];
  }[];
}
/**
 */
export interface ListVisCronParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListVisCronData {
  items: CronJob[];
}
/**
 */
export interface ListVisEventsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListVisEventsQuery {
  /**
   * Default: `0`.
   */
  after_seq?: number;
  /**
   * Default: `1000`.
   */
  limit?: number;
  /**
   * types of events, separated by commas
   */
  types?: string;
}
/**
 */
export interface ListVisEventsData {
  items: VisEvent[];
  last_seq: number;
  has_more: boolean;
}
/**
 */
export interface ListVisSessionsQuery {
  /**
   * text in title, directory, id or status
   */
  query?: string;
  /**
   * sessions after this one in the list
   */
  before_id?: string;
  /**
   * Default: `50`.
   */
  page_size?: number;
  /**
   * Default: `true`.
   */
  include_archive?: boolean;
}
/**
 */
export interface ListVisSessionsData {
  items: Session[];
  /**
   * further items exist beyond the page in the direction asked
   */
  has_more: boolean;
}
/**
 */
export interface ListVisTasksParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListVisTasksData {
  items: TaskInfo[];
}
/**
 */
export interface ListWarningsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ListWarningsData {
  warnings: SessionWarning[];
}
/**
 */
export interface ListWorkspaceAgentsParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface ListWorkspaceAgentsData {
  profiles: AgentProfile[];
}
/**
 */
export interface ListWorkspaceSkillsParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface ListWorkspaceSkillsData {
  skills: Skill[];
}
/**
 */
export interface ListWorkspacesData {
  items: Workspace[];
}
/**
 */
export interface LoadSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface LoadSessionBody {
  launch?: Launch;
  /**
   * name → entry as in `mcp.json`, and `expand`, default true: with false the values of `env` and `headers` are literal, `${VAR}` in them too; the session layer, which wins over the files. Kept in memory only: after a restart of the server it is gone until `:load` gives it again
   */
  mcp_servers?: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  agent_config?: AgentConfigInput;
}
/**
 */
export interface LogoutBody {
  /**
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
}
/**
 */
export interface LogoutData {
  logged_out: true;
  provider: string;
}
/**
 */
export interface MakeDirectoryParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface MakeDirectoryBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * makes those above it too, and is content with one that exists
   *
   * Default: `false`.
   */
  recursive?: boolean;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface MakeHostDirectoryBody {
  /**
   * absolute
   */
  path: string;
}
/**
 */
export interface MakeHostDirectoryData {
  path: string;
}
/**
 */
export interface OpenFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface OpenFileBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * from 1; for editors that accept it
   */
  line?: number;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface OpenFileData {
  opened: true;
}
/**
 */
export interface OpenFileInParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface OpenFileInBody {
  app_id: 'finder' | 'cursor' | 'vscode' | 'iterm' | 'terminal';
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * from 1; for editors that accept it
   */
  line?: number;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface OpenFileInData {
  opened: true;
}
/**
 */
export interface OpenRuntimePortParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface OpenRuntimePortBody {
  /**
   * inside
   */
  port: number;
  direction: 'reach' | 'expose';
  /**
   * of this machine; absent: the same as `port`, and for `expose` any that is free when it is taken
   */
  host_port?: number;
}
/**
 */
export interface OpenRuntimePortData {
  /**
   * inside
   */
  port: number;
  direction: 'reach' | 'expose';
  host_port: number;
}
/**
 */
export interface PauseGoalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface QuerySessionsQuery {
  /**
   * repeatable; unknown ids match nothing
   */
  'workspace.id'?: string[];
  /**
   * repeatable
   */
  'activity.status'?: SessionActivity[];
  /**
   * epoch ms, inclusive
   */
  'meta.updated_after'?: number;
  /**
   * epoch ms, inclusive
   */
  'meta.updated_before'?: number;
  /**
   * whether archived sessions are among them; `all`: both
   *
   * Default: `"false"`.
   */
  'meta.archived'?: 'true' | 'false' | 'all';
  /**
   * only sessions with, or without, a prompt
   */
  'meta.has_prompt'?: boolean;
  /**
   * one list, or one per workspace
   *
   * Default: `"flat"`.
   */
  view?: 'flat' | 'by_workspace';
  /**
   * sessions of each group, up to 100 (with `fields` 10,000), default 5; only with `by_workspace`
   */
  'group.page_size'?: number;
  /**
   * ties by id in the same direction; groups by their first session, then by workspace id
   *
   * Default: `"meta.updated_at_desc"`.
   */
  sort?: 'meta.updated_at_desc' | 'meta.updated_at_asc' | 'meta.created_at_desc';
  /**
   * comma list; `git`: branch and pull request of the directory. A pull request that takes longer than a second to find out is null, and there the next time; `dirs`: the further directories of the session
   */
  include?: string;
  /**
   * items are `{id, archived}`; not with `include`
   */
  fields?: 'id,archived' | 'archived,id';
  /**
   * items, or groups with `by_workspace`; up to 100, with `fields` 10,000
   *
   * Default: `50`.
   */
  page_size?: number;
  /**
   * number of the page, each request for itself; not with `page_token`
   */
  page?: number;
  /**
   * `next_page_token` of the page before; all other conditions stay the same
   */
  page_token?: string;
}
/**
 */
export interface ReadFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ReadFileBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * bytes of the UTF-8 form, or of the file with `base64`
   *
   * Default: `0`.
   */
  offset?: number;
  /**
   * bytes of the same
   *
   * Default: `1048576`.
   */
  length?: number;
  /**
   * `auto`: text as it is, binary files as base64
   *
   * Default: `"auto"`.
   */
  encoding?: 'auto' | 'utf-8' | 'base64';
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface ReadFileData {
  path: string;
  content: string;
  encoding: 'utf-8' | 'base64';
  /**
   * bytes of the whole file as it is stored
   */
  size: number;
  /**
   * there is more behind the content
   */
  truncated: boolean;
  etag: string;
  mime: string;
  language_id?: string;
  /**
   * lines of the returned text
   */
  line_count?: number;
  /**
   * by the first 4,096 bytes
   */
  is_binary: boolean;
}
/**
 */
export interface ReadVisLogParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ReadVisLogQuery {
  /**
   * Default: `"session"`.
   */
  which?: 'session' | 'global';
}
/**
 */
export interface ReadVisMediaParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  file_id: string;
}
/**
 */
export interface ReadVisTaskOutputParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  task_id: string;
}
/**
 */
export interface ReadVisTaskOutputQuery {
  /**
   * bytes
   *
   * Default: `0`.
   */
  offset?: number;
  /**
   * bytes
   *
   * Default: `262144`.
   */
  length?: number;
}
/**
 */
export interface RedoSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RedoSessionBody {
  /**
   * messages in the answer
   *
   * Default: `50`.
   */
  page_size?: number;
  /**
   * change nothing, report what would happen
   *
   * Default: `false`.
   */
  dry_run?: boolean;
  /**
   * also restore files that something else changed since the undo
   *
   * Default: `false`.
   */
  force?: boolean;
}
/**
 */
export interface RedoSessionData {
  messages: {
    items: Message[];
    /**
     * further items exist beyond the page in the direction asked
     */
    has_more: boolean;
  };
  status: SessionStatus;
  /**
   * prompts that were or would be brought back, oldest first
   */
  prompts: {
    prompt_id: string;
    text: string;
  }[];
  /**
   * when the undo gave files back
   */
  files?: FilesRestoration;
}
/**
 */
export interface RefreshProviderParams {
  /**
   * id of a provider
   */
  provider_id: string;
}
/**
 */
export interface RegisterWorkspaceBody {
  /**
   * absolute path of an existing directory
   */
  root: string;
  /**
   * default: base name of the root
   */
  name?: string;
}
/**
 */
export interface ReloadSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ReloadSessionData {}
/**
 */
export interface RemoveGuiItemBody {
  key: string;
}
/**
 */
export interface RemovePromptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `prompt_` + ULID, or chosen by the client
   */
  prompt_id: string;
}
/**
 */
export interface RemovePromptData {
  deleted: true;
}
/**
 */
export interface RenameWorkspaceParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface RenameWorkspaceBody {
  name: string;
}
/**
 */
export interface ReplaceDirectoriesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface ReplaceDirectoriesBody {
  /**
   * absolute; must exist; none: takes all of them away
   *
   * @maxItems 1000
   */
  paths: string[];
}
/**
 */
export interface ReplaceDirectoriesData {
  /**
   * absolute
   */
  cwd: string;
  /**
   * absolute
   */
  additional_dirs: string[];
}
/**
 */
export interface ReplaceManagedMcpServerParams {
  /**
   * configured name
   */
  name: string;
}
/**
 */
export interface ReplaceManagedMcpServerQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface ReplaceProviderParams {
  /**
   * id of a provider
   */
  provider_id: string;
}
/**
 */
export interface ReplaceProviderBody {
  /**
   * as `id` of a new provider
   */
  new_id?: string;
  type: ProviderType;
  /**
   * @minItems 1
   */
  models: ProviderModelForm[];
  /**
   * absent: the stored one stays; empty or null: it is removed
   */
  api_key?: string | null;
  /**
   * http or https address, trimmed; no `${`
   */
  base_url?: string;
  /**
   * one of `models[].model`
   */
  default_model?: string;
}
/**
 */
export interface ReplaceProviderData {
  provider: Provider;
}
/**
 */
export interface ResetMcpAuthQuery {
  /**
   * absolute; adds the servers of this directory's project where it is trusted
   */
  cwd?: string;
}
/**
 */
export interface ResolveApprovalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `approval_` + ULID
   */
  approval_id: string;
}
/**
 */
export interface ResolveApprovalBody {
  decision: 'approved' | 'rejected' | 'cancelled';
  /**
   * one of the approval's `scopes`: `session` remembers an approval for the session, `always` in the configuration, `once` means no scope; `session` is ignored where it is not offered, `always` is refused there
   */
  scope?: 'session' | 'once' | 'always';
  /**
   * passed to the model
   */
  feedback?: string;
  /**
   * one of the labels offered
   */
  selected_label?: string;
  /**
   * what runs in place of the call, for `approved` without `scope: session`: exactly one of these
   */
  amend?: {
    /**
     * ids of the hunks of `edit` to apply
     *
     * @minItems 1
     */
    hunks?: string[];
    /**
     * the whole new text of the file, at most 1 MiB
     */
    content?: string;
    /**
     * new arguments
     */
    input?: {
      [k: string]: unknown;
    };
  };
}
/**
 */
export interface ResolveApprovalData {
  resolved: true;
  resolved_at: string;
}
/**
 */
export interface RestartMcpServerParams {
  /**
   * the configured name
   */
  mcp_server_id: string;
}
/**
 */
export interface RestartMcpServerQuery {
  /**
   * session that is meant
   */
  session_id?: string;
}
/**
 */
export interface RestartMcpServerData {
  restarting: true;
}
/**
 */
export interface RestoreQuarantinedParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * its number in the list
   */
  n: string;
}
/**
 */
export interface RestoreQuarantinedData {
  restored: true;
  /**
   * absolute
   */
  path: string;
}
/**
 */
export interface RestoreSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RestoreSessionsBody {
  /**
   * 1 to 5,000 different ones; what is named twice counts once
   *
   * @minItems 1
   */
  ids: string[];
}
/**
 */
export interface ResumeGoalParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RetrySessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RetrySessionData {
  turn_id: number;
}
/**
 */
export interface RevealFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RevealFileBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface RevealFileData {
  revealed: true;
}
/**
 */
export interface RevertChangeParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RevertChangeBody {
  /**
   * absolute
   */
  path: string;
  /**
   * of the present content, as in the list; null when there is no file
   */
  sha256: string | null;
  /**
   * turn of the main agent; absent: from the beginning
   */
  from_turn?: number;
  /**
   * ids; absent: the whole file
   *
   * @minItems 1
   * @maxItems 200
   */
  hunks?: string[];
  /**
   * also a file with a `conflict`
   *
   * Default: `false`.
   */
  force?: boolean;
}
/**
 */
export interface RunShellParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface RunShellBody {
  /**
   * for the shell
   */
  command: string;
  /**
   * `sandbox`: it is contained, with the network of the session's commands and the hosts that rules allow
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface RunShellData {
  command_id: string;
  /**
   * names its output; of the task when it continues in the background
   */
  task_id: string;
}
/**
 */
export interface SearchFilesParams {
  /**
   * `session_` + ULID in lower case, the id of a workspace, or an absolute path of a directory (percent-encoded)
   */
  session_id: string;
}
/**
 */
export interface SearchFilesBody {
  query: string;
  /**
   * Default: `50`.
   */
  limit?: number;
  /**
   * only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  include_globs?: string[];
  /**
   * not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface SearchFilesData {
  items: FileHit[];
  /**
   * there are more, or not everything could be looked at in time
   */
  truncated: boolean;
}
/**
 */
export interface SearchSessionsBody {
  /**
   * `terms`: up to 32 different ones, at least one word; `literal`: 2 to 1,024 characters
   */
  query: string;
  /**
   * `literal`: exact substring after NFKC, case ignored
   *
   * Default: `"terms"`.
   */
  mode?: 'terms' | 'literal';
  /**
   * terms only
   *
   * Default: `"AND"`.
   */
  op?: 'AND' | 'OR';
  container?: {
    /**
     * only this session; an unknown one gives no hits
     */
    session_id?: string;
    /**
     * only agents with this id; titles have none
     */
    agent_id?: string;
    /**
     * only sessions of this workspace; an unknown one gives no hits. Beyond the contract
     */
    workspace_id?: string;
  };
  role?: 'user' | 'assistant' | 'title';
  /**
   * epoch milliseconds, inclusive
   */
  start_time?: number;
  /**
   * epoch milliseconds, inclusive
   */
  end_time?: number;
  /**
   * `literal`: always newest first
   *
   * Default: `"score"`.
   */
  sort?: 'score' | 'time_desc' | 'time_asc';
  /**
   * Default: `20`.
   */
  page_size?: number;
  /**
   * of the page before; VALIDATION_FAILED with changed conditions or when the index was rebuilt
   */
  page_token?: string;
}
/**
 */
export interface SearchSessionsData {
  items: SearchHit[];
  has_more: boolean;
  /**
   * with `has_more` only
   */
  page_token?: string;
  /**
   * a limit cut the work: 100,000 hits, 250,000 places in texts, 500 ms; `page_token` continues where it was cut
   */
  incomplete?: 'candidate_cap' | 'postings_budget' | 'deadline';
  index_state: SearchIndexState;
  /**
   * this server always answers `index`
   */
  source: 'live' | 'index';
}
/**
 */
export interface SearchWorkspaceFilesBody {
  /**
   * known id, or an absolute path of a directory, which becomes a workspace
   */
  workspace: string;
  query: string;
  /**
   * Default: `50`.
   */
  limit?: number;
  /**
   * only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  include_globs?: string[];
  /**
   * not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface SearchWorkspaceFilesData {
  items: FileHit[];
  /**
   * there are more, or not everything could be looked at in time
   */
  truncated: boolean;
}
/**
 */
export interface SetDefaultModelParams {
  /**
   * alias, `/` percent-encoded
   */
  model_id: string;
}
/**
 */
export interface SetDefaultModelData {
  /**
   * alias
   */
  default_model: string;
  model: Model;
}
/**
 */
export interface SetGoalQueueParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface SetGoalQueueBody {
  /**
   * @maxItems 20
   */
  objectives: string[];
}
/**
 */
export interface SetGoalQueueData {
  /**
   * @maxItems 20
   */
  objectives: string[];
}
/**
 */
export interface SetGuiItemBody {
  key: string;
  value: string;
}
/**
 */
export interface SetRuntimeParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface SetRuntimeBody {
  runtime_id: string;
}
/**
 */
export interface ShutdownData {
  ok: true;
}
/**
 */
export interface StartLoginBody {
  /**
   * Default: `"managed:agent-code"`.
   */
  provider?: 'managed:agent-code';
  /**
   * overrides the region for this flow
   */
  region?: 'mainland-cn' | 'global';
}
/**
 */
export interface StartSideAgentParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface StartSideAgentData {
  agent_id: string;
}
/**
 */
export interface StatFileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface StatFileBody {
  /**
   * relative to the working directory, `/` between names
   */
  path: string;
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface StatManyFilesParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface StatManyFilesBody {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  paths: string[];
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface StatManyFilesData {
  /**
   * by the path as it was given
   */
  entries: {
    [k: string]: FileEntry | null;
  };
}
/**
 */
export interface SteerPromptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
  /**
   * `prompt_` + ULID, or chosen by the client
   */
  prompt_id: string;
}
/**
 */
export interface SteerPromptData {
  steered: true;
  prompt_ids: string[];
}
/**
 */
export interface SteerPromptsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface SteerPromptsBody {
  /**
   * @minItems 1
   */
  prompt_ids: string[];
}
/**
 */
export interface SteerPromptsData {
  steered: true;
  prompt_ids: string[];
}
/**
 */
export interface StreamSessionEventsParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface StreamSessionEventsQuery {
  /**
   * events after this number; 0 = from the beginning, `now` = live only
   *
   * Default: `0`.
   */
  after_seq?: 'now' | number;
  /**
   * checked when given
   */
  epoch?: string;
  /**
   * stay open after the last stored event
   *
   * Default: `false`.
   */
  follow?: boolean;
  /**
   * deltas, progress and status too; default: as `follow`
   */
  volatile?: boolean;
  /**
   * recovery frames of a running step; default: as `volatile`
   */
  inflight?: boolean;
  /**
   * comma list of event types, trailing `*` allowed: `turn.*,tool.result`
   */
  types?: string;
  /**
   * only these agents; repeatable
   */
  agent_id?: string[];
  /**
   * event type; the stream ends after the first event of this type after `after_seq`
   */
  until?: string;
}
/**
 */
export interface SubmitPromptParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface SubmitPromptBody {
  /**
   * blank text without media is refused; `tool_use`, `tool_result` and `thinking` are dropped
   *
   * @minItems 1
   */
  content: PromptContentPart[];
  /**
   * Default: `"main"`.
   */
  agent_id?: string;
  /**
   * makes the call repeatable; not together with `skills`
   */
  prompt_id?: string;
  /**
   * loaded together with the text as one prompt; main agent only. A text that only calls the one skill (`/<name> <args>`) is not repeated to the model
   *
   * @minItems 1
   * @maxItems 20
   */
  skills?: {
    name: string;
    args?: string;
  }[];
  /**
   * agent to bind; only before the first turn, else it must equal the bound one
   */
  profile?: string;
  /**
   * alias; stays in force, `""` is ignored
   */
  model?: string;
  /**
   * effort level; stays in force
   */
  thinking?: string;
  /**
   * stays in force
   */
  permission_mode?: PermissionMode;
  /**
   * tool names switched off for the session from now on; `[]` lifts it
   */
  disabled_tools?: string[];
  /**
   * set before the prompt
   */
  plan_mode?: boolean;
  /**
   * accepted, ignored
   */
  swarm_mode?: boolean;
  /**
   * kept with the user message as `metadata.client`
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * no user is there to answer: the turns of this prompt decide as in mode `auto`; the mode of the session stays
   *
   * Default: `false`.
   */
  unattended?: boolean;
  /**
   * creates a goal
   */
  goal_objective?: string;
  goal_control?: 'pause' | 'resume' | 'cancel';
  limits?: PromptLimits;
  /**
   * JSON Schema 2020-12 of an object, up to 64 KiB: the turn ends with the tool SubmitResult, whose arguments fit it
   */
  output_schema?: {
    [k: string]: unknown;
  };
  /**
   * alias of the model that continues the turn once the other one has failed with `PROVIDER_RATE_LIMITED`, `PROVIDER_QUOTA`, `PROVIDER_OVERLOADED`, `PROVIDER_TIMEOUT` or `PROVIDER_CONNECTION` after all attempts; a `warning` says so. Must be ready, like `model`
   */
  fallback_model?: string;
}
/**
 */
export interface SuggestWorkspaceFilesBody {
  /**
   * known id, or an absolute path of a directory, which becomes a workspace
   */
  workspace: string;
  query: string;
  /**
   * Default: `50`.
   */
  limit?: number;
  /**
   * leaves out what `.gitignore` files of every level leave out
   *
   * Default: `true`.
   */
  follow_gitignore?: boolean;
  /**
   * names that begin with a dot, and what is below them
   *
   * Default: `false`.
   */
  show_hidden?: boolean;
  /**
   * only these: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  include_globs?: string[];
  /**
   * not these, nor what is below them: `*`, `**`, `?`, `{a,b}` on the relative path; one without `/` looks at the name alone
   *
   * @maxItems 50
   */
  exclude_globs?: string[];
  /**
   * `local`; there are no others
   *
   * Default: `"local"`.
   */
  runtime_id?: string;
}
/**
 */
export interface SuggestWorkspaceFilesData {
  items: FileHit[];
  /**
   * there are more, or not everything could be looked at in time
   */
  truncated: boolean;
}
/**
 */
export interface TestMcpServerBody {
  /**
   * configured name
   */
  name?: string;
  server?: McpServerForm;
  /**
   * absolute; adds the servers of this directory's project where it is trusted, and is the working directory of a program
   */
  cwd?: string;
}
/**
 */
export interface TestMcpServerData {
  success: boolean;
  /**
   * its tools, or why the connection failed; for the user
   */
  output: string;
}
/**
 */
export interface TrustWorkspaceParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface TrustWorkspaceBody {
  /**
   * from `GET …/trust` (ours): refused when the servers are others than those that were shown
   */
  shown?: string;
}
/**
 */
export interface TrustWorkspaceData {
  trusted: true;
}
/**
 */
export interface UndoSessionParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface UndoSessionBody {
  /**
   * prompts to take back
   *
   * Default: `1`.
   */
  count?: number;
  /**
   * messages in the answer
   *
   * Default: `50`.
   */
  page_size?: number;
  /**
   * give back files too
   *
   * Default: `false`.
   */
  restore_files?: boolean;
  /**
   * change nothing, report what would happen
   *
   * Default: `false`.
   */
  dry_run?: boolean;
  /**
   * also restore files that something else changed since; their present content is kept for `:redo`
   *
   * Default: `false`.
   */
  force?: boolean;
}
/**
 */
export interface UndoSessionData {
  messages: {
    items: Message[];
    /**
     * further items exist beyond the page in the direction asked
     */
    has_more: boolean;
  };
  status: SessionStatus;
  /**
   * prompts that were or would be taken back, oldest first
   */
  prompts: {
    prompt_id: string;
    text: string;
  }[];
  /**
   * with `restore_files` or `dry_run`
   */
  files?: FilesRestoration;
}
/**
 */
export interface UnregisterWorkspaceParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface UnregisterWorkspaceData {
  deleted: true;
}
/**
 */
export interface UnrevertChangeParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface UnrevertChangeBody {
  revert_id: string;
}
/**
 */
export interface UntrustWorkspaceParams {
  /**
   * `wd_<slug>_<hash>`
   */
  workspace_id: string;
}
/**
 */
export interface UntrustWorkspaceData {
  trusted: false;
}
/**
 */
export interface UpdateSessionProfileParams {
  /**
   * `session_` + ULID in lower case
   */
  session_id: string;
}
/**
 */
export interface UpdateSessionProfileBody {
  /**
   * custom from then on
   */
  title?: string;
  /**
   * keys are merged, `null` removes one; `cwd`, `goal`, `parent_session_id`, `child_session_kind`, `forked_from` and `imported` are ignored
   */
  metadata?: {
    [k: string]: unknown;
  };
  agent_config?: AgentConfigInput;
  /**
   * replaces the list
   */
  permission_rules?: SessionPermissionRuleInput[];
}
/**
 */
export interface UploadFileBody {
  /**
   * the bytes
   */
  file: string;
  /**
   * counts before the name of the part
   */
  name?: string;
  expires_in_sec?: number;
}
/**
 * An agent got its profile and system prompt.
 */
export interface AgentBoundEvent {
  type: 'agent.bound';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  profile: string;
  /**
   * body that replaces that of the agent
   */
  systemPrompt?: string;
  /**
   * the rendered system prompt
   */
  rendered?: string;
  binding?: AgentBinding;
  /**
   * fingerprint of the skills that the rendered prompt lists; empty: none
   */
  listed?: string;
}
/**
 * An agent was made; `agentId` is the agent itself.
 */
export interface AgentCreatedEvent {
  type: 'agent.created';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  agentKind: 'main' | 'sub' | 'independent';
  label?: string;
  parentAgentId?: string;
  subagentType?: string;
}
/**
 * An agent was unloaded; `agentId` is the agent itself.
 */
export interface AgentDisposedEvent {
  type: 'agent.disposed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
}
/**
 * The system prompt of an agent must be rendered again.
 */
export interface AgentPromptDroppedEvent {
  type: 'agent.prompt.dropped';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
}
/**
 * Live state of an agent changed; an absent field is unchanged. At most 10 per second and agent.
 */
export interface AgentStatusUpdatedEvent {
  type: 'agent.status.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * alias
   */
  model?: string;
  /**
   * effective level
   */
  thinkingEffort?: string;
  contextTokens?: number;
  /**
   * absent when unknown, never 0
   */
  maxContextTokens?: number;
  /**
   * share of the window in use, 0 to 1
   */
  contextUsage?: number;
  planMode?: boolean;
  permission?: PermissionMode;
  runtime?: RuntimeStatus;
  usage?: UsageStatus;
  phase?: Phase;
}
/**
 * What the user made of a call that an approval asks about; behind its decision.
 */
export interface ApprovalAmendmentEvent {
  type: 'approval.amendment';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  approval_id: string;
  /**
   * arguments that run
   */
  input: {
    [k: string]: unknown;
  };
  text?: {
    /**
     * the whole new text of the file
     */
    content: string;
    /**
     * of the file that was shown; null when there was none
     */
    base_sha256: string | null;
  };
  display: ToolDisplay;
  /**
   * for the model: what the user took, refused or changed
   */
  report: string;
}
/**
 * The whole texts of an edit that an approval asks about; in front of its request.
 */
export interface ApprovalProposalEvent {
  type: 'approval.proposal';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  approval_id: string;
  before: string;
  after: string;
}
/**
 * A piece of the streamed answer.
 */
export interface AssistantDeltaEvent {
  type: 'assistant.delta';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque
   */
  stepId?: string;
  delta: string;
  /**
   * the whole text of the open step so far; replaces what a client has
   */
  recovered?: boolean;
}
/**
 * An agent waits for the user's budget decision before its next model request.
 */
export interface BudgetHeldEvent {
  type: 'budget.held';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  turnId: number;
  /**
   * the step that has not been asked for
   */
  step: number;
  questionId: string;
  /**
   * what the question offers; absent: the agent joined one that waits already
   */
  raise?: {
    scope: 'session' | 'day';
    /**
     * USD, when the limit is raised for the session
     */
    limit: number;
    /**
     * `YYYY-MM-DD`
     */
    day: string;
  };
}
/**
 * A warning about the budget was given; it is not given again.
 */
export interface BudgetNotedEvent {
  type: 'budget.noted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * what the warning was about
   */
  key: string;
}
/**
 * Something waits for the compaction, or the compaction for a hook.
 */
export interface CompactionBlockedEvent {
  type: 'compaction.blocked';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * the turn that waits; absent when a hook delays it
   */
  turnId?: number;
}
/**
 * The compaction ended without effect.
 */
export interface CompactionCancelledEvent {
  type: 'compaction.cancelled';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  reason: 'aborted' | 'failed' | 'recovery';
}
/**
 * The older context was replaced by a summary.
 */
export interface CompactionCompletedEvent {
  type: 'compaction.completed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  result: {
    summary: string;
    /**
     * messages that the summary replaces
     */
    compactedCount: number;
    /**
     * tokens of the context, system prompt and tools included
     */
    tokensBefore: number;
    /**
     * the same afterwards, by estimate
     */
    tokensAfter: number;
    /**
     * messages of the user that stay word for word, some perhaps in part
     */
    keptUserMessageCount?: number;
    /**
     * of these, the ones from the beginning when others between were left out
     */
    keptHeadUserMessageCount?: number;
    /**
     * oldest messages that the summary knows nothing of, because they did not fit into its request
     */
    droppedCount?: number;
  };
  durationMs: number;
}
/**
 * The compaction of an agent's context has started.
 */
export interface CompactionStartedEvent {
  type: 'compaction.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  trigger: 'manual' | 'auto';
  instruction?: string;
  cause?: 'threshold' | 'overflow';
  tokensBefore: number;
}
/**
 * The context of an agent restarts here, with what a compaction kept.
 */
export interface ContextCompactedEvent {
  type: 'context.compacted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * what stays word for word, oldest first
   */
  messages: Message[];
  /**
   * the summary's message, which follows them
   */
  messageId: string;
  /**
   * estimate of the new context up to the summary, system prompt and tools included
   */
  tokens: number;
  /**
   * names of the skills loaded so far; absent: none
   */
  skills?: string[];
}
/**
 * A side agent got a copy of the main agent's context.
 */
export interface ContextCopiedEvent {
  type: 'context.copied';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * in order
   */
  messageIds: string[];
  /**
   * what a compaction kept before them; absent: nothing
   */
  kept?: Message[];
}
/**
 * The last undo was taken back; the messages of its turns are visible again (beyond the contract).
 */
export interface ContextRedoneEvent {
  type: 'context.redone';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * number of the `context.undone` that was taken back
   */
  undoneSeq: number;
  /**
   * prompts brought back
   */
  count: number;
  turnIds: number[];
  /**
   * messages that are visible again
   */
  messageIds: string[];
  /**
   * prompts of those turns
   */
  prompts: {
    promptId: string;
    text: string;
  }[];
  /**
   * files were given back too; `files.restored` follows
   */
  restoreId?: string;
}
/**
 * Turns were taken back; their messages are hidden.
 */
export interface ContextUndoneEvent {
  type: 'context.undone';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * turns taken back
   */
  count: number;
  turnIds: number[];
  /**
   * messages that are hidden now
   */
  messageIds: string[];
  /**
   * prompts of those turns
   */
  prompts: {
    promptId: string;
    text: string;
  }[];
  /**
   * files were given back too; `files.restored` follows (ours)
   */
  restoreId?: string;
}
/**
 * A job was made, deleted, or has come to its end.
 */
export interface CronChangedEvent {
  type: 'cron.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  change: 'created' | 'deleted' | 'expired';
  job: CronJob;
}
/**
 * The time of a job has come; its turn follows.
 */
export interface CronFiredEvent {
  type: 'cron.fired';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  origin: Origin;
  prompt: string;
}
/**
 * When a job fires next, and since when it counts.
 */
export interface CronScheduledEvent {
  type: 'cron.scheduled';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  id: string;
  /**
   * epoch milliseconds
   */
  createdAt: number;
  /**
   * epoch milliseconds, without jitter; null: never again
   */
  dueAt: number | null;
  /**
   * epoch milliseconds, with jitter
   */
  fireAt: number | null;
}
/**
 * The additional workspace directories were set.
 */
export interface DirectoriesChangedEvent {
  type: 'directories.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * absolute paths, the whole list
   */
  directories: string[];
}
/**
 * Something failed and the user should know.
 */
export interface ErrorEvent {
  type: 'error';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * dotted name such as `provider.rate_limit` (ws.md 14.2)
   */
  code: string;
  /**
   * for the user
   */
  message: string;
  /**
   * class of the error
   */
  name?: string;
  /**
   * `code` repeats the engine's name, `server_code` is the REST number where one exists
   */
  details?: {
    [k: string]: unknown;
  };
  /**
   * the same request may work later
   */
  retryable: boolean;
  cause?: ErrorPayload;
}
/**
 * A call waits for the user.
 */
export interface EventApprovalRequestedEvent {
  type: 'event.approval.requested';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  approval_id: string;
  session_id: string;
  turn_id?: number;
  tool_call_id: string;
  tool_name: string;
  /**
   * one line for the user
   */
  action: string;
  tool_input_display: ToolDisplay;
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * why it is asked
   */
  reason?: string;
  /**
   * why the call is risky, one sentence each
   */
  danger?: string[];
  /**
   * the answer may be remembered for the session
   */
  session_scope: boolean;
  /**
   * permission rule that would be stored
   */
  scope_rule?: string;
  /**
   * type of the asking subagent
   */
  agent_type?: string;
  /**
   * what it asks for beyond the call: to run outside the sandbox, or to reach a host
   */
  asks?: 'leave' | 'network';
  /**
   * why the model wants it outside the sandbox, in its words
   */
  leave_reason?: string;
  /**
   * where the call would run
   */
  runtime_id: string;
  /**
   * what the kernel would let it do
   */
  profile: 'full' | 'workspace' | 'read-only';
  /**
   * what an approval may hold for
   */
  scopes: ('once' | 'session' | 'always')[];
  /**
   * it may be approved with changes
   */
  editable: boolean;
  edit?: TextEdit;
}
/**
 * An approval is no longer open.
 */
export interface EventApprovalResolvedEvent {
  type: 'event.approval.resolved';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  approval_id: string;
  decision: 'approved' | 'rejected' | 'cancelled';
  scope?: 'session' | 'always';
  feedback?: string;
  selected_label?: string;
  resolved_at: string;
  by: 'client' | 'policy' | 'timeout' | 'abort' | 'recovery';
  /**
   * what the user changed before the call runs
   */
  amended?: 'hunks' | 'content' | 'input';
  /**
   * ids of the hunks that are applied
   */
  accepted?: string[];
  /**
   * ids of the other hunks
   */
  rejected?: string[];
}
/**
 * Files that the session changed; the list of changes (`GET …/changes`) has them. At most twice a second.
 */
export interface EventChangesChangedEvent {
  type: 'event.changes.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * absolute; changed by calls, an undo, a redo or a revert since the last event
   *
   * @minItems 1
   * @maxItems 100
   */
  paths: string[];
  /**
   * there are more than these 100
   */
  truncated?: true;
}
/**
 * The configuration changed.
 */
export interface EventConfigChangedEvent {
  type: 'event.config.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * top-level keys
   */
  changedFields: string[];
  /**
   * the same; some clients read this spelling
   */
  changed_fields: string[];
  config: Config;
}
/**
 * What is wrong with the configuration file, after a change of it.
 */
export interface EventConfigWarningEvent {
  type: 'event.config.warning';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * everything that is wrong now; empty: nothing any more
   */
  warnings: {
    /**
     * top-level key; absent when the file is no TOML
     */
    domain?: string;
    /**
     * `line:column field: problem; what it costs`
     */
    message: string;
  }[];
}
/**
 * What a connection watches changed on disk; sent to that connection only.
 */
export interface EventFsChangedEvent {
  type: 'event.fs.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * the net effect on each path; empty when `truncated`
   *
   * @maxItems 500
   */
  changes: FileEvent[];
  coalesced_window_ms: 200;
  /**
   * there were more than 500, or some may have been missed: read again what is of interest
   */
  truncated?: true;
  /**
   * changes known of, when `truncated`
   */
  count?: number;
  /**
   * counts up by one per connection and session; a gap means an event that a slow connection did not get
   */
  watch_seq: number;
}
/**
 * An approval or a question began to wait for the user, or waits no longer.
 */
export interface EventInboxChangedEvent {
  type: 'event.inbox.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  kind: 'approval' | 'question';
  /**
   * of the approval or question
   */
  id: string;
  change: 'added' | 'removed';
  /**
   * items of the inbox after this change
   */
  total: number;
}
/**
 * A refresh, import or login changed the models of providers.
 */
export interface EventModelCatalogChangedEvent {
  type: 'event.model_catalog.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  changed: {
    provider_id: string;
    provider_name: string;
    /**
     * models
     */
    added: number;
    /**
     * models
     */
    removed: number;
  }[];
  /**
   * provider ids
   */
  unchanged: string[];
  failed: {
    provider: string;
    reason: string;
  }[];
}
/**
 * The user answered a question.
 */
export interface EventQuestionAnsweredEvent {
  type: 'event.question.answered';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  question_id: string;
  /**
   * question text to answer text; several joined with `, `
   */
  answers: {
    [k: string]: string;
  };
  resolved_at: string;
}
/**
 * A question ended without an answer.
 */
export interface EventQuestionDismissedEvent {
  type: 'event.question.dismissed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  question_id: string;
  dismissed_at: string;
  by: 'client' | 'timeout' | 'abort' | 'recovery';
}
/**
 * The model asks the user a question.
 */
export interface EventQuestionRequestedEvent {
  type: 'event.question.requested';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  question_id: string;
  session_id: string;
  turn_id?: number;
  tool_call_id?: string;
  /**
   * @minItems 1
   * @maxItems 4
   */
  questions: QuestionItem[];
  created_at: string;
  /**
   * 24 hours after `created_at`
   */
  expires_at: string;
  /**
   * the turn continues meanwhile
   */
  background?: boolean;
}
/**
 * A session was archived; is in the global log, `sessionId` is the archived session.
 */
export interface EventSessionArchivedEvent {
  type: 'event.session.archived';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  workspace_id: string;
}
/**
 * A session was made: new, fork or child.
 */
export interface EventSessionCreatedEvent {
  type: 'event.session.created';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  session: Session;
}
/**
 * A session and its log are gone.
 */
export interface EventSessionDeletedEvent {
  type: 'event.session.deleted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
}
/**
 * What a session is busy with changed.
 */
export interface EventSessionWorkChangedEvent {
  type: 'event.session.work_changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * any turn or background task
   */
  busy: boolean;
  main_turn_active?: boolean;
  pending_interaction?: 'none' | 'approval' | 'question';
  last_turn_reason?: 'completed' | 'cancelled' | 'failed';
}
/**
 * A directory became a workspace.
 */
export interface EventWorkspaceCreatedEvent {
  type: 'event.workspace.created';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  workspace: Workspace;
}
/**
 * A workspace was unregistered.
 */
export interface EventWorkspaceDeletedEvent {
  type: 'event.workspace.deleted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  workspace_id: string;
  /**
   * absolute path
   */
  root: string;
}
/**
 * A workspace was renamed or opened.
 */
export interface EventWorkspaceUpdatedEvent {
  type: 'event.workspace.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  workspace: Workspace;
}
/**
 * An agent read or wrote a file; the guard against stale edits compares with it.
 */
export interface FileSeenEvent {
  type: 'file.seen';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * absolute, links resolved
   */
  path: string;
  /**
   * modification time, epoch milliseconds with fraction
   */
  mtimeMs: number;
  /**
   * bytes
   */
  size: number;
  /**
   * of the text with LF; there when a client offers the files of the session, so that texts are compared instead of times
   */
  sha256?: string;
}
/**
 * A call, a background command, an undo or a revert changed files; undo with files goes back over these records.
 */
export interface FilesChangedEvent {
  type: 'files.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  cause: 'tool' | 'background' | 'undo' | 'redo' | 'revert';
  /**
   * turn of the agent
   */
  turnId?: number;
  /**
   * last turn of the main agent at that time
   */
  mainTurnId: number;
  toolCallId?: string;
  /**
   * of the undo, redo or revert
   */
  restoreId?: string;
  /**
   * turn of the main agent since which a revert took changes back; absent: all
   */
  fromTurn?: number;
  /**
   * another process may have made these changes: a command ran in the background meanwhile
   */
  uncertain?: boolean;
  changes: FileChange[];
  directories?: {
    /**
     * absolute, parents first
     */
    made: string[];
    /**
     * parents first
     */
    gone: {
      /**
       * absolute
       */
      path: string;
      mode: number;
    }[];
  };
}
/**
 * A call is about to change a file; its former content is kept. Without a later `files.changed` of the call its outcome is not known.
 */
export interface FilesChangingEvent {
  type: 'files.changing';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * turn of the agent
   */
  turnId: number;
  /**
   * last turn of the main agent at that time
   */
  mainTurnId: number;
  toolCallId: string;
  /**
   * absolute
   */
  path: string;
  before: FileState;
}
/**
 * An undo or redo gave files back; it follows `context.undone` or `context.redone` (beyond the contract: file checkpoints).
 */
export interface FilesRestoredEvent {
  type: 'files.restored';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  direction: 'undo' | 'redo';
  /**
   * distinguishes restorations
   */
  restoreId: string;
  /**
   * absolute; files whose content, name or existence changed
   */
  paths: string[];
  /**
   * changed files that could not be given back
   */
  left: {
    /**
     * absolute
     */
    path: string;
    /**
     * as in the answer of the operation
     */
    reason: string;
  }[];
  /**
   * changes that did not come from the agent were overwritten
   */
  forced?: boolean;
}
/**
 * Which goals follow the present one.
 */
export interface GoalQueueChangedEvent {
  type: 'goal.queue.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * @maxItems 20
   */
  objectives: string[];
}
/**
 * The goal of the session changed; null when there is none any more.
 */
export interface GoalUpdatedEvent {
  type: 'goal.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  snapshot: GoalSnapshot | null;
  change?: GoalChange;
}
/**
 * A hook returned a message, or refused an action.
 */
export interface HookResultEvent {
  type: 'hook.result';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * absent outside of turns
   */
  turnId?: number;
  /**
   * event of the hook, such as `PreToolUse`
   */
  hookEvent: string;
  /**
   * for the user: reasons, messages, text added to the context
   */
  content: string;
  blocked?: boolean;
}
/**
 * The provider refused an image: those it was sent stay out of requests to this model.
 */
export interface ImagesRefusedEvent {
  type: 'images.refused';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * images of messages up to this one's `created_at` are sent as notes
   */
  until: string;
  /**
   * `<protocol>:<model>` that refused
   */
  family: string;
}
/**
 * The deny rules of the newest launch that brought some were set.
 */
export interface LaunchDenialsEvent {
  type: 'launch.denials';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * the whole list
   */
  patterns: string[];
}
/**
 * An MCP server was added, was removed, or changed its state.
 */
export interface McpServerStatusEvent {
  type: 'mcp.server.status';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  server: McpServerStatus;
}
/**
 * A user, assistant or system message entered the context.
 */
export interface MessageAppendedEvent {
  type: 'message.appended';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  turnId?: number;
  step?: number;
  message: Message;
}
/**
 * The model of an agent was set.
 */
export interface ModelChangedEvent {
  type: 'model.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * alias; empty: none
   */
  model: string;
  /**
   * chosen by name; false for the offline provider that is used because no model is configured
   */
  named: boolean;
}
/**
 * The permission mode of an agent was set.
 */
export interface PermissionModeChangedEvent {
  type: 'permission.mode.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  mode: PermissionMode;
}
/**
 * Plan mode was switched on or off.
 */
export interface PlanChangedEvent {
  type: 'plan.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  active: boolean;
  /**
   * absolute path of the plan file
   */
  path?: string;
  /**
   * name of the plan file without its ending
   */
  slug?: string;
}
/**
 * A new version of the plan file was shown to the user.
 */
export interface PlanRevisionEvent {
  type: 'plan.revision';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  id: string;
  /**
   * from 1
   */
  version: number;
  /**
   * absolute
   */
  path: string;
  /**
   * hexadecimal
   */
  sha256: string;
  bytes: number;
}
/**
 * A prompt was stopped or taken out of the queue.
 */
export interface PromptAbortedEvent {
  type: 'prompt.aborted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  promptId: string;
  abortedAt: string;
}
/**
 * A prompt is over; failed and blocked ones included.
 */
export interface PromptCompletedEvent {
  type: 'prompt.completed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  promptId: string;
  finishedAt: string;
  reason?: 'completed' | 'failed' | 'blocked';
  /**
   * what the turn ended with, where the prompt brought `output_schema`
   */
  result?: {
    [k: string]: unknown;
  };
  /**
   * of the prompt, when it was reached
   */
  limit?: PromptLimit;
}
/**
 * Options of a prompt that its own event does not show.
 */
export interface PromptOptionsEvent {
  type: 'prompt.options';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  promptId: string;
  /**
   * decided without the user, as in mode auto
   */
  unattended?: boolean;
  /**
   * kept with the user message
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * loaded together with the prompt
   */
  skills?: SkillActivation[];
  /**
   * the prompt is nothing but the call of its skill
   */
  slash?: boolean;
  limits?: PromptLimits;
  /**
   * of the result that the turn ends with
   */
  outputSchema?: {
    [k: string]: unknown;
  };
  /**
   * alias of the model that continues the turn when the other one is not available
   */
  fallbackModel?: string;
}
/**
 * A prompt of the user is in the queue.
 */
export interface PromptQueuedEvent {
  type: 'prompt.queued';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  promptId: string;
  content: ContentPart[];
  queueLength: number;
}
/**
 * Queued prompts joined the running turn.
 */
export interface PromptSteeredEvent {
  type: 'prompt.steered';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  activePromptId: string;
  /**
   * @minItems 1
   */
  promptIds: string[];
  /**
   * merged parts
   */
  content: ContentPart[];
  steeredAt: string;
}
/**
 * A prompt was accepted.
 */
export interface PromptSubmittedEvent {
  type: 'prompt.submitted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  promptId: string;
  /**
   * id its user message has or will have
   */
  userMessageId: string;
  /**
   * never `blocked` here
   */
  status: 'running' | 'queued' | 'blocked';
  content: ContentPart[];
  createdAt: string;
}
/**
 * The queue of prompts changed.
 */
export interface PromptUpdatedEvent {
  type: 'prompt.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  change: 'edited' | 'moved' | 'removed' | 'paused' | 'resumed';
  /**
   * absent: the whole queue
   */
  promptId?: string;
  content?: ContentPart[];
  /**
   * new place in the queue, from 0
   */
  position?: number;
  queueLength: number;
}
/**
 * The engine gave a reminder, which is not to be repeated.
 */
export interface ReminderNotedEvent {
  type: 'reminder.noted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * which reminder
   */
  variant: string;
  /**
   * distinguishes reminders of one variant
   */
  key?: string;
}
/**
 * Usage of a model request that was no step of a turn.
 */
export interface RequestUsageEvent {
  type: 'request.usage';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * alias of the model
   */
  model: string;
  usage: TokenUsage;
  /**
   * USD by the price of that moment; absent when the model has none
   */
  cost?: number;
  /**
   * absent: summary; title: it costs, its tokens are none of the conversation's; broken: a step whose reply broke off, its tokens are an estimate
   */
  purpose?: 'summary' | 'title' | 'broken';
}
/**
 * The permission rules of the session were set.
 */
export interface RulesChangedEvent {
  type: 'rules.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * the whole list
   */
  rules: SessionPermissionRule[];
}
/**
 * The commands of the session run elsewhere from now on; those that run keep their place.
 */
export interface RuntimeChangedEvent {
  type: 'runtime.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * `local`, `sandbox`
   */
  runtimeId: string;
  previous: string;
  by: 'client' | 'launch';
}
/**
 * The session was archived or restored.
 */
export interface SessionArchivedEvent {
  type: 'session.archived';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  archived: boolean;
}
/**
 * Title or metadata of a session changed.
 */
export interface SessionMetaUpdatedEvent {
  type: 'session.meta.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  title?: string;
  /**
   * what changed, further metadata keys included
   */
  patch?: {
    title?: string;
    isCustomTitle?: boolean;
    titleKind?: 'replaceable' | 'generated' | 'custom';
    lastPrompt?: string;
    archived?: boolean;
    [k: string]: unknown;
  };
}
/**
 * The metadata of the session was set.
 */
export interface SessionMetadataEvent {
  type: 'session.metadata';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * all custom keys
   */
  metadata: {
    [k: string]: unknown;
  };
}
/**
 * A session and its log were deleted: servers that did not do it learn of it here.
 */
export interface SessionRemovedEvent {
  type: 'session.removed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  id: string;
  epoch: string;
  lastSeq: number;
}
/**
 * Such a command is over; one that continues in the background ends as a task instead.
 */
export interface ShellCompletedEvent {
  type: 'shell.completed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * of `POST …/shell`
   */
  commandId: string;
  isError: boolean;
  taskId?: string;
}
/**
 * Live output of such a command; at most 10 per second.
 */
export interface ShellOutputEvent {
  type: 'shell.output';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * of `POST …/shell`
   */
  commandId: string;
  update: ToolUpdate;
  taskId?: string;
}
/**
 * A shell command of the user has ended.
 */
export interface ShellRunEvent {
  type: 'shell.run';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * of `POST …/shell`
   */
  commandId: string;
  taskId: string;
  command: string;
  /**
   * absent: `local`
   */
  runtimeId?: 'sandbox';
  /**
   * `background`: it continues as a task
   */
  status: 'running' | 'completed' | 'failed' | 'killed' | 'background';
  /**
   * epoch milliseconds
   */
  startedAt: number;
  /**
   * epoch milliseconds
   */
  endedAt: number | null;
  exitCode?: number | null;
  /**
   * its end
   */
  output?: string;
}
/**
 * A shell command of the user has started.
 */
export interface ShellStartedEvent {
  type: 'shell.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * of `POST …/shell`
   */
  commandId: string;
  taskId: string;
}
/**
 * A skill was loaded.
 */
export interface SkillActivatedEvent {
  type: 'skill.activated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  activationId: string;
  skillName: string;
  skillArgs?: string;
  trigger: 'user-slash' | 'model-tool' | 'nested-skill';
  /**
   * absolute, or `builtin:<name>`
   */
  skillPath?: string;
  skillSource?: 'project' | 'user' | 'extra' | 'builtin';
}
/**
 * Steered messages left the queue without becoming separate messages: they were merged into another one, or refused.
 */
export interface SteerTakenEvent {
  type: 'steer.taken';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  turnId: number;
  messageIds: string[];
}
/**
 * Usage and end of a reply, with who wrote it.
 */
export interface StepUsageEvent {
  type: 'step.usage';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque
   */
  stepId: string;
  usage: TokenUsage;
  finishReason: FinishReason;
  /**
   * the provider's own word
   */
  rawFinishReason?: string;
  llmFirstTokenLatencyMs?: number;
  llmStreamDurationMs?: number;
  llmRequestBuildMs?: number;
  llmServerFirstTokenMs?: number;
  llmServerDecodeMs?: number;
  llmClientConsumeMs?: number;
  /**
   * alias of the model
   */
  model: string;
  /**
   * `<protocol>:<model>` that wrote the message; thinking goes back only to it
   */
  family: string;
  /**
   * the reply's message
   */
  messageId: string;
  /**
   * USD by the price of that moment; absent when the model has none
   */
  cost?: number;
}
/**
 * A called agent is done; `agentId` is the caller.
 */
export interface SubagentCompletedEvent {
  type: 'subagent.completed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  subagentId: string;
  resultSummary: string;
  usage?: TokenUsage;
  contextTokens?: number;
}
/**
 * A called agent ended without a result; `agentId` is the caller.
 */
export interface SubagentFailedEvent {
  type: 'subagent.failed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  subagentId: string;
  error: string;
  reason: 'error' | 'aborted' | 'timed_out';
}
/**
 * An agent called another one; `agentId` is the caller.
 */
export interface SubagentSpawnedEvent {
  type: 'subagent.spawned';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  subagentId: string;
  /**
   * type of the agent
   */
  subagentName: string;
  /**
   * empty when there is none
   */
  parentToolCallId: string;
  parentAgentId?: string;
  callerAgentId?: string;
  description?: string;
  runInBackground: boolean;
  /**
   * alias
   */
  model?: string;
  thinkingEffort?: string;
  taskId?: string;
}
/**
 * A called agent begins; `agentId` is the caller.
 */
export interface SubagentStartedEvent {
  type: 'subagent.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  subagentId: string;
}
/**
 * What only the engine needs to know of a task.
 */
export interface TaskFactsEvent {
  type: 'task.facts';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  taskId: string;
  /**
   * the call that began it
   */
  toolCallId?: string;
  /**
   * start time of the process as the system reports it; only of a command that outlives its server
   */
  processStart?: string;
  /**
   * absent: `local`
   */
  runtimeId?: 'sandbox';
  /**
   * how it is led out of its network; only of a command that outlives its server
   */
  proxy?: {
    port: number;
    user: string;
  };
  /**
   * its end begins no turn
   */
  quiet?: boolean;
}
/**
 * A running turn was notified that a task ended.
 */
export interface TaskNotifiedEvent {
  type: 'task.notified';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * `task.<status>`
   */
  notificationType: string;
  title: string;
  body: string;
  severity: 'info' | 'warning';
  sourceKind: 'background_task';
  /**
   * id of the task
   */
  sourceId: string;
}
/**
 * Output of a task; the offset of the frame counts the characters before it.
 */
export interface TaskOutputEvent {
  type: 'task.output';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  taskId: string;
  text: string;
}
/**
 * The last part of a task's output, stored when the task ended.
 */
export interface TaskOutputKeptEvent {
  type: 'task.output.kept';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  taskId: string;
  /**
   * at most 10,000 characters
   */
  output: string;
}
/**
 * Work continues in the background.
 */
export interface TaskStartedEvent {
  type: 'task.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  info: TaskInfo;
}
/**
 * Work in the background is over.
 */
export interface TaskTerminatedEvent {
  type: 'task.terminated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  info: TaskInfo;
}
/**
 * An agent knows that tasks ended, and is not notified again.
 */
export interface TaskToldEvent {
  type: 'task.told';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * @minItems 1
   */
  taskIds: string[];
}
/**
 * The thinking level of an agent was set.
 */
export interface ThinkingChangedEvent {
  type: 'thinking.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * level
   */
  thinking: string;
}
/**
 * A piece of the streamed thinking.
 */
export interface ThinkingDeltaEvent {
  type: 'thinking.delta';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque
   */
  stepId?: string;
  delta: string;
  /**
   * the whole text of the open step so far; replaces what a client has
   */
  recovered?: boolean;
}
/**
 * The todo list of an agent was written.
 */
export interface TodoChangedEvent {
  type: 'todo.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * the whole list
   */
  todos: Todo[];
}
/**
 * A piece of a call that is still being streamed.
 */
export interface ToolCallDeltaEvent {
  type: 'tool.call.delta';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  toolCallId: string;
  /**
   * with the first piece
   */
  name?: string;
  /**
   * raw JSON text
   */
  argumentsPart?: string;
  /**
   * all arguments so far; replaces what a client has
   */
  recovered?: boolean;
}
/**
 * A call begins to run, or is refused.
 */
export interface ToolCallStartedEvent {
  type: 'tool.call.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  toolCallId: string;
  name: string;
  /**
   * parsed arguments, as they run; the raw text when it was no JSON object
   */
  args:
    | {
        [k: string]: unknown;
      }
    | string;
  /**
   * one line for the user
   */
  description?: string;
  display?: ToolDisplay;
  /**
   * arguments as the model gave them, when the user changed them
   */
  proposed_args?: {
    [k: string]: unknown;
  };
}
/**
 * The tools of a server came, changed or went; the next step is offered the new list.
 */
export interface ToolListUpdatedEvent {
  type: 'tool.list.updated';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * `mcp.failed` also when a login is needed
   */
  reason: 'mcp.connected' | 'mcp.disconnected' | 'mcp.failed';
  serverName: string;
}
/**
 * Live output of a running call; at most 10 per second and call.
 */
export interface ToolProgressEvent {
  type: 'tool.progress';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  toolCallId: string;
  update: ToolUpdate;
}
/**
 * A call is over.
 */
export interface ToolResultEvent {
  type: 'tool.result';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  toolCallId: string;
  /**
   * id of the tool message
   */
  messageId: string;
  /**
   * text; parts when media is in it
   */
  output: string | ContentPart[];
  isError?: boolean;
  /**
   * the call was not allowed to run: by rules, mode or a hook
   */
  denied?: {
    /**
     * the deny rule, when one decided
     */
    rule?: string;
  };
  /**
   * made by the engine because the call gave none
   */
  synthetic?: boolean;
  display?: ResultDisplay;
  durationMs: number;
  truncated?: boolean;
  /**
   * absolute path of the full output
   */
  outputPath?: string;
}
/**
 * The tools an agent may use, and the servers it may get them from, were set.
 */
export interface ToolsChangedEvent {
  type: 'tools.changed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * allow list of names, `*` allowed; absent: those of the profile
   */
  allow?: string[];
  /**
   * names switched off for the session
   */
  disabled: string[];
  /**
   * names of the only MCP servers the session connects to; absent: all
   */
  mcpServers?: string[];
}
/**
 * A turn is over; the last frame of its turn.
 */
export interface TurnEndedEvent {
  type: 'turn.ended';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  reason: 'completed' | 'cancelled' | 'failed' | 'blocked';
  interruptReason?: 'user_cancelled' | 'aborted' | 'max_steps' | 'error' | 'filtered' | 'blocked';
  error?: ErrorPayload;
  durationMs?: number;
  /**
   * epoch milliseconds
   */
  time?: number;
  usage?: TokenUsage;
  /**
   * USD of these tokens, as far as their models have a price; absent when none has
   */
  cost?: number;
  /**
   * true: written by the repair after a crash
   */
  recovered?: boolean;
  /**
   * of its prompt, when it was reached
   */
  limit?: PromptLimit;
}
/**
 * A turn begins; the first frame of its turn.
 */
export interface TurnStartedEvent {
  type: 'turn.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  origin: Origin;
  /**
   * text; only for user and user-slash origins
   */
  prompt?: string;
  /**
   * set when a prompt opened the turn
   */
  promptId?: string;
}
/**
 * A model request and the calls it asked for are done.
 */
export interface TurnStepCompletedEvent {
  type: 'turn.step.completed';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque; distinguishes attempts of one step
   */
  stepId?: string;
  usage?: TokenUsage;
  /**
   * USD by the price of that moment; absent when the model has none
   */
  cost?: number;
  finishReason?: FinishReason;
  providerFinishReason?: 'completed' | 'tool_calls' | 'truncated' | 'filtered' | 'paused' | 'other';
  /**
   * the provider's own word
   */
  rawFinishReason?: string;
  llmFirstTokenLatencyMs?: number;
  llmStreamDurationMs?: number;
  llmRequestBuildMs?: number;
  llmServerFirstTokenMs?: number;
  llmServerDecodeMs?: number;
  llmClientConsumeMs?: number;
}
/**
 * A step ended before it was complete.
 */
export interface TurnStepInterruptedEvent {
  type: 'turn.step.interrupted';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque; distinguishes attempts of one step
   */
  stepId?: string;
  reason: 'aborted' | 'max_steps' | 'error';
  message?: string;
}
/**
 * An attempt failed and another one follows; text of the failed one is void.
 */
export interface TurnStepRetryingEvent {
  type: 'turn.step.retrying';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque; distinguishes attempts of one step
   */
  stepId?: string;
  failedAttempt: number;
  nextAttempt: number;
  maxAttempts: number;
  delayMs: number;
  errorName: string;
  errorMessage: string;
  /**
   * HTTP status of the provider
   */
  statusCode?: number;
}
/**
 * A model request of a turn begins; a retry starts the same step again with a new `stepId`.
 */
export interface TurnStepStartedEvent {
  type: 'turn.step.started';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  /**
   * from 1, per agent
   */
  turnId: number;
  /**
   * from 1, per turn
   */
  step: number;
  /**
   * opaque; distinguishes attempts of one step
   */
  stepId?: string;
  /**
   * from 1
   */
  attempt: number;
  /**
   * alias
   */
  model: string;
}
/**
 * Something deserves attention; work continues.
 */
export interface WarningEvent {
  type: 'warning';
  /**
   * agent that caused it; `main` for session and global events
   */
  agentId: string;
  /**
   * session, or `__global__`
   */
  sessionId: string;
  message: string;
  code?: string;
}
/**
 * Stops a running prompt or takes a queued one out of the queue.
 */
export interface AbortFrame {
  session_id: string;
  prompt_id: string;
}
/**
 */
export interface AbortAck {
  aborted: true;
  /**
   * last durable event of the session at that moment
   */
  at_seq: number;
}
/**
 * Introduces a client; customary, not required.
 */
export interface ClientHelloFrame {
  client_id: string;
  /**
   * session ids to subscribe
   *
   * @maxItems 200
   */
  subscriptions?: string[];
  /**
   * last durable event applied, by session; a session without one is not replayed
   */
  cursors?: {
    [k: string]: Cursor;
  };
  /**
   * agent ids to receive, by session; sessions not named are unfiltered
   */
  agent_filter?: {
    /**
     * @minItems 1
     */
    [k: string]: string[];
  };
  /**
   * send the text of running steps so far
   *
   * Default: `false`.
   */
  resume_inflight?: boolean;
  /**
   * most durable events to replay per session; more gives `resync_required`; absent: no limit
   */
  max_replay?: number;
  /**
   * must be valid when given; not looked at with `--dangerous-bypass-auth`, which disables all token checks
   */
  token?: string;
}
/**
 */
export interface ClientHelloAck {
  /**
   * subscribed now
   */
  accepted_subscriptions: string[];
  /**
   * subscribed but not replayed, and unknown sessions
   */
  resync_required: string[];
  /**
   * position from which live delivery continues, by session
   */
  cursors?: {
    [k: string]: Cursor;
  };
  /**
   * unknown sessions
   */
  not_found: string[];
}
/**
 * Answers a `host_file_request`. Without ack; a reply to a request that was answered, timed out or went to another connection is ignored. At most 8 MiB.
 */
export interface HostFileReplyFrame {
  request_id: string;
  ok: boolean;
  /**
   * the whole text, of a read that succeeded
   */
  content?: string;
  /**
   * why it did not
   */
  error?: {
    /**
     * `not_found`: the client does not know the file
     */
    code: 'not_found' | 'failed';
    message: string;
  };
}
/**
 * Offers to read or write text files of a session, such as the unsaved buffers of an editor; the file tools of all its agents then ask this connection. The newest offer of a session replaces the one before; it ends with its connection.
 */
export interface HostFilesFrame {
  session_id: string;
  /**
   * the client answers what a file holds
   */
  read: boolean;
  /**
   * the client takes new content; the server then leaves the file on the disk as it is
   */
  write: boolean;
  /**
   * withdraws the offer of this connection, as does one to do neither
   *
   * Default: `false`.
   */
  off?: boolean;
}
/**
 */
export interface HostFilesAck {
  /**
   * whether the offer of this connection is in force
   */
  offered: boolean;
}
/**
 * Asks for a `pong` with the same nonce.
 */
export interface PingFrame {
  nonce: string;
}
/**
 * Answers a `ping` of the server.
 */
export interface PongFrame {
  nonce: string;
}
/**
 * Subscribes to sessions; again replaces the filter and, with a cursor, replays again.
 */
export interface SubscribeFrame {
  /**
   * `__global__` replays global events that belong to no session
   *
   * @maxItems 200
   */
  session_ids: string[];
  /**
   * last durable event applied, by session; a session without one is not replayed
   */
  cursors?: {
    [k: string]: Cursor;
  };
  /**
   * agent ids to receive, by session; sessions not named are unfiltered
   */
  agent_filter?: {
    /**
     * @minItems 1
     */
    [k: string]: string[];
  };
  /**
   * send the text of running steps so far
   *
   * Default: `false`.
   */
  resume_inflight?: boolean;
  /**
   * most durable events to replay per session; more gives `resync_required`; absent: no limit
   */
  max_replay?: number;
  /**
   * paths to watch as by `watch_fs_add`, by session
   */
  watch_fs?: {
    [k: string]: {
      /**
       * relative to the working directory of the session, `/` between names; `.` for all of it
       *
       * @minItems 1
       */
      paths: string[];
      /**
       * include everything below directories, not only their direct children. The last entry for a path wins
       *
       * Default: `true`.
       */
      recursive?: boolean;
    };
  };
}
/**
 */
export interface SubscribeAck {
  /**
   * subscribed now
   */
  accepted: string[];
  /**
   * unknown sessions
   */
  not_found: string[];
  /**
   * subscribed, but not replayed
   */
  resync_required: string[];
  /**
   * position from which live delivery continues, by session
   */
  cursors?: {
    [k: string]: Cursor;
  };
  /**
   * outcome of `watch_fs`, by session
   */
  watch_fs?: {
    [k: string]: {
      /**
       * 0, or the one that `watch_fs_add` would have answered
       */
      code: number;
      msg: string;
      /**
       * paths of this session that the connection watches now
       */
      watched_paths: string[];
      /**
       * paths that the connection watches now, in all sessions
       */
      current_count: number;
    };
  };
}
/**
 * Follows the transcripts of a session, each agent at its grade; again replaces all grades of the session.
 */
export interface SubscribeV2Frame {
  session_id: string;
  /**
   * grade by agent id; `*` is that of agents that are not named, `off` without it. Raising one sends a `transcript.reset`
   */
  transcript: {
    [k: string]: 'off' | 'turn' | 'block' | 'delta';
  };
  /**
   * last batch that the client has, by agent id or `*`: later ones are sent instead of a reset where they are still there
   */
  transcript_since?: {
    [k: string]: number;
  };
  /**
   * the prompts that a `transcript.reset` has; `open`: only those that are not over, for clients that read the others with the pages of their turns
   *
   * Default: `"all"`.
   */
  prompts?: 'all' | 'open';
}
/**
 */
export interface SubscribeV2Ack {
  /**
   * the session, when it exists
   */
  accepted: string[];
  /**
   * the session, when it is unknown
   */
  not_found: string[];
  /**
   * always empty: nothing is replayed
   */
  resync_required: string[];
  /**
   * position from which live delivery of events continues
   */
  cursors?: {
    [k: string]: Cursor;
  };
}
/**
 * Follows a terminal: its kept output after a frame, its end if it has ended, the ack, then what comes.
 */
export interface TerminalAttachFrame {
  session_id: string;
  terminal_id: string;
  /**
   * number of the last frame seen
   *
   * Default: `0`.
   */
  since_seq?: number;
}
/**
 */
export interface TerminalAttachAck {
  attached: true;
  /**
   * frames sent before the ack
   */
  replayed: number;
  /**
   * older frames were asked for and are gone
   */
  truncated?: true;
}
/**
 * Ends a terminal with all that runs in it.
 */
export interface TerminalCloseFrame {
  session_id: string;
  terminal_id: string;
}
/**
 */
export interface TerminalCloseAck {
  closed: true;
}
/**
 * Follows a terminal no longer; it runs on.
 */
export interface TerminalDetachFrame {
  session_id: string;
  terminal_id: string;
}
/**
 */
export interface TerminalDetachAck {
  detached: true;
}
/**
 * Types into a terminal.
 */
export interface TerminalInputFrame {
  session_id: string;
  terminal_id: string;
  /**
   * sent as UTF-8
   */
  data: string;
}
/**
 */
export interface TerminalInputAck {
  accepted: true;
}
/**
 * Gives a terminal another size.
 */
export interface TerminalResizeFrame {
  session_id: string;
  terminal_id: string;
  cols: number;
  rows: number;
}
/**
 */
export interface TerminalResizeAck {
  resized: true;
}
/**
 * Ends subscriptions.
 */
export interface UnsubscribeFrame {
  /**
   * @maxItems 200
   */
  session_ids: string[];
}
/**
 */
export interface UnsubscribeAck {
  /**
   * subscribed now
   */
  accepted: string[];
  /**
   * unknown sessions
   */
  not_found: string[];
  /**
   * subscribed, but not replayed
   */
  resync_required: string[];
  /**
   * position from which live delivery continues, by session
   */
  cursors?: {
    [k: string]: Cursor;
  };
}
/**
 * Ends the transcripts of a session, or of some of its agents. The event subscription continues, and no event is withheld any more.
 */
export interface UnsubscribeV2Frame {
  session_id: string;
  /**
   * absent: all
   *
   * @minItems 1
   * @maxItems 200
   */
  agent_ids?: string[];
}
/**
 */
export interface UnsubscribeV2Ack {
  /**
   * the session, when it exists
   */
  accepted: string[];
  /**
   * the session, when it is unknown
   */
  not_found: string[];
  /**
   * always empty: nothing is replayed
   */
  resync_required: string[];
  /**
   * position from which live delivery of events continues
   */
  cursors?: {
    [k: string]: Cursor;
  };
}
/**
 * Watches files and directories of a session; the ack comes when every change from then on will be reported.
 */
export interface WatchFsAddFrame {
  session_id: string;
  /**
   * relative to the working directory of the session, `/` between names; `.` for all of it
   *
   * @minItems 1
   */
  paths: string[];
  /**
   * include everything below directories, not only their direct children. The last entry for a path wins
   *
   * Default: `true`.
   */
  recursive?: boolean;
  /**
   * accepted and ignored
   */
  runtime_id?: string;
}
/**
 */
export interface WatchFsAddAck {
  /**
   * paths of this session that the connection watches now
   */
  watched_paths: string[];
  /**
   * paths that the connection watches now, in all sessions
   */
  current_count: number;
}
/**
 * Ends watches; paths that are not watched are no matter.
 */
export interface WatchFsRemoveFrame {
  session_id: string;
  paths: string[];
}
/**
 */
export interface WatchFsRemoveAck {
  /**
   * paths of this session that the connection watches now
   */
  watched_paths: string[];
  /**
   * paths that the connection watches now, in all sessions
   */
  current_count: number;
}
/**
 * empty on most failures; `details` with code 40001, `owner` with 40901, `aborted: false` with 40903
 */
export interface ServerAckFrame {
  [k: string]: unknown;
}
/**
 * Something is wrong with the connection; not the event of the same name.
 */
export interface ServerErrorFrame {
  /**
   * error code
   */
  code: number;
  msg: string;
  /**
   * the connection is closed next
   */
  fatal: boolean;
  /**
   * `id` of the frame it is about
   */
  request_id?: string;
  details?: unknown;
}
/**
 * Asks the connection that offered the files of a session for one of them. A read has to be answered within 5 seconds, a write within 10. Not stored, not repeated; at most 8 MiB.
 */
export interface ServerHostFileRequestFrame {
  /**
   * `hostfile_` + ULID in lower case
   */
  request_id: string;
  session_id: string;
  /**
   * the agent whose tool call needs the file
   */
  agent_id: string;
  op: 'read' | 'write';
  /**
   * absolute, links resolved
   */
  path: string;
  /**
   * the whole new text, of a write
   */
  content?: string;
}
/**
 * Heartbeat for clients that cannot see protocol pings.
 */
export interface ServerPingFrame {
  nonce: string;
}
/**
 * Answers a `ping` of the client.
 */
export interface ServerPongFrame {
  nonce: string;
}
/**
 * Events cannot be replayed from the given cursor; take the snapshot.
 */
export interface ServerResyncRequiredFrame {
  session_id: string;
  reason: 'epoch_changed' | 'session_recreated' | 'buffer_overflow';
  current_seq: number;
  epoch?: string;
}
/**
 * First frame on every connection.
 */
export interface ServerServerHelloFrame {
  /**
   * `conn_` + ULID
   */
  ws_connection_id: string;
  protocol_version: 2;
  /**
   * time between two pings
   */
  heartbeat_ms: number;
  /**
   * kept for existing clients; limits nothing
   */
  max_event_buffer_size: number;
  capabilities: {
    event_batching: false;
    compression: false;
    full_replay: boolean;
    inflight_recovery: boolean;
    event_stream: boolean;
  };
  /**
   * ULID, new at every start
   */
  server_id: string;
  server_version: string;
  limits: {
    max_inbound_bytes: number;
    send_buffer_bytes: number;
    /**
     * malformed frames per connection
     */
    max_malformed: number;
  };
}
/**
 * The program of a terminal has ended; once per terminal.
 */
export interface ServerTerminalExitFrame {
  /**
   * null: ended by a signal, or closed
   */
  exit_code: number | null;
}
/**
 * Output of a terminal, for connections that are attached to it. Characters are never split.
 */
export interface ServerTerminalOutputFrame {
  /**
   * at most 64 KiB in UTF-8
   */
  data: string;
}
/**
 * A batch of changes of the transcript of an agent, as far as its grade goes.
 */
export interface ServerTranscriptOpsFrame {
  type: 'transcript.ops';
  agent_id: string;
  /**
   * number of the batch, of the last one where several were joined
   */
  seq?: number;
  /**
   * number of the batch or reset that came before it; another one than the last that was seen is a loss
   */
  prev_seq?: number;
  /**
   * in order
   *
   * @minItems 1
   */
  ops: TranscriptOp[];
}
/**
 * What a client knew of the transcript of an agent is void: the state beside the timeline, whose turns come by REST.
 */
export interface ServerTranscriptResetFrame {
  type: 'transcript.reset';
  agent_id: string;
  /**
   * `items` is empty
   */
  snapshot: TranscriptSnapshot;
  /**
   * REST has turns
   */
  has_more_older: boolean;
  /**
   * batches up to this one are contained
   */
  seq?: number;
}
/**
 */
export interface AgentInput {
  prompt: string;
  /**
   * 3-10 words
   */
  description: string;
  subagent_type?: string;
  /**
   * id of an earlier agent
   */
  resume?: string;
  /**
   * Default: `false`.
   */
  run_in_background: boolean;
}
/**
 */
export interface AskUserQuestionInput {
  /**
   * @minItems 1
   * @maxItems 4
   */
  questions: {
    question: string;
    /**
     * Default: `""`.
     */
    header: string;
    /**
     * @minItems 2
     * @maxItems 4
     */
    options: {
      label: string;
      /**
       * Default: `""`.
       */
      description: string;
    }[];
    /**
     * Default: `false`.
     */
    multi_select: boolean;
  }[];
  /**
   * Default: `false`.
   */
  background: boolean;
}
/**
 */
export interface BashInput {
  command: string;
  cwd?: string;
  /**
   * seconds: 60, at most 300; background 600
   */
  timeout?: number;
  /**
   * needs description
   *
   * Default: `false`.
   */
  run_in_background: boolean;
  description?: string;
  /**
   * Default: `false`.
   */
  disable_timeout: boolean;
}
/**
 */
export interface CreateGoalInput {
  objective: string;
  completionCriterion?: string;
  /**
   * Default: `false`.
   */
  replace: boolean;
}
/**
 */
export interface CronCreateInput {
  /**
   * local time
   */
  cron: string;
  prompt: string;
  /**
   * Default: `true`.
   */
  recurring: boolean;
}
/**
 */
export interface CronDeleteInput {
  id: string;
}
/**
 */
export interface CronListInput {}
/**
 */
export interface EditInput {
  path: string;
  old_string: string;
  new_string: string;
  /**
   * Default: `false`.
   */
  replace_all: boolean;
}
/**
 */
export interface EnterPlanModeInput {}
/**
 */
export interface ExitPlanModeInput {
  /**
   * @minItems 1
   * @maxItems 3
   */
  options?: {
    label: string;
    /**
     * Default: `""`.
     */
    description: string;
  }[];
}
/**
 */
export interface FetchURLInput {
  url: string;
}
/**
 */
export interface GetGoalInput {}
/**
 */
export interface GlobInput {
  pattern: string;
  path?: string;
  /**
   * Default: `false`.
   */
  include_ignored: boolean;
}
/**
 */
export interface GrepInput {
  pattern: string;
  path?: string;
  glob?: string;
  /**
   * ripgrep type
   */
  type?: string;
  /**
   * Default: `"files_with_matches"`.
   */
  output_mode: 'content' | 'files_with_matches' | 'count_matches';
  /**
   * Default: `false`.
   */
  '-i': boolean;
  /**
   * Default: `false`.
   */
  multiline: boolean;
  /**
   * Default: `false`.
   */
  include_ignored: boolean;
  /**
   * Default: `true`.
   */
  '-n': boolean;
  /**
   * Default: `0`.
   */
  '-A': number;
  /**
   * Default: `0`.
   */
  '-B': number;
  /**
   * Default: `0`.
   */
  '-C': number;
  /**
   * Default: `250`.
   */
  head_limit: number;
  /**
   * Default: `0`.
   */
  offset: number;
}
/**
 */
export interface ReadInput {
  path: string;
  /**
   * negative: from the end
   *
   * Default: `1`.
   */
  line_offset: number;
  /**
   * Default: `1000`.
   */
  n_lines: number;
}
/**
 */
export interface ReadMediaFileInput {
  path: string;
  /**
   * in original pixels
   */
  region?: {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  /**
   * Default: `false`.
   */
  full_resolution: boolean;
}
/**
 */
export interface SetGoalBudgetInput {
  value: number;
  unit: 'turns' | 'tokens' | 'milliseconds' | 'seconds' | 'minutes' | 'hours';
}
/**
 */
export interface SkillInput {
  skill: string;
  args?: string;
}
/**
 */
export interface TaskListInput {
  /**
   * Default: `true`.
   */
  active_only: boolean;
  /**
   * Default: `20`.
   */
  limit: number;
}
/**
 */
export interface TaskOutputInput {
  task_id: string;
}
/**
 */
export interface TaskStopInput {
  task_id: string;
  /**
   * Default: `"Stopped by TaskStop"`.
   */
  reason: string;
}
/**
 */
export interface TodoListInput {
  /**
   * @maxItems 100
   */
  todos?: {
    title: string;
    status: 'pending' | 'in_progress' | 'done';
  }[];
}
/**
 */
export interface UpdateGoalInput {
  status: 'active' | 'complete' | 'blocked';
  reason?: string;
}
/**
 */
export interface WaitForInput {
  /**
   * seconds
   */
  timeout: number;
  task_id?: string;
}
/**
 */
export interface WebSearchInput {
  query: string;
}
/**
 */
export interface WriteInput {
  path: string;
  content: string;
  /**
   * Default: `"overwrite"`.
   */
  mode: 'overwrite' | 'append';
}
/**
 * Front matter of a custom agent, a Markdown file in an agents directory (engine.md 14).
 */
export interface AgentFile {
  /**
   * kebab case; default: the file's name
   */
  name?: string;
  /**
   * for callers
   */
  description: string;
  /**
   * for callers
   */
  whenToUse?: string;
  /**
   * allowed names; absent: all, empty: none
   *
   * @maxItems 500
   */
  tools?: string[];
  /**
   * taken away last
   *
   * @maxItems 500
   */
  disallowedTools?: string[];
  /**
   * agents it may start; absent: all
   *
   * @maxItems 500
   */
  subagents?: string[];
  /**
   * alias
   */
  model?: string;
  /**
   * what its commands may do at most (runtimes.md 1)
   */
  sandbox?: 'read-only' | 'workspace';
  /**
   * may take the name of a built-in agent
   *
   * Default: `false`.
   */
  override?: boolean;
}
/**
 * `<home>/config.toml` (cli.md 6.2 to 6.7). Unknown fields are kept and ignored, except in hooks.
 */
export interface ConfigFile {
  /**
   * alias of `[models]`
   */
  default_model?: string;
  /**
   * id of `[providers]`; its `default_model` serves when none is set above
   */
  default_provider?: string;
  /**
   * Default: `"manual"`.
   */
  default_permission_mode?: 'manual' | 'yolo' | 'auto';
  /**
   * Default: `false`.
   */
  default_plan_mode?: boolean;
  /**
   * Default: `"local"`.
   */
  default_runtime?: 'local' | 'sandbox';
  /**
   * Default: `[]`.
   */
  extra_skill_dirs?: string[];
  /**
   * Default: `[]`.
   */
  extra_agent_dirs?: string[];
  /**
   * Default: `true`.
   */
  merge_all_available_skills?: boolean;
  /**
   * Default: `true`.
   */
  builtin_product_skills?: boolean;
  /**
   * by provider id
   */
  providers?: {
    [k: string]: {
      type: ProviderType;
      /**
       * plain text; outranked by `oauth`
       */
      api_key?: string;
      /**
       * name of a variable of the server's environment; outranked by `api_key`
       */
      api_key_env?: string;
      /**
       * default by type
       */
      base_url?: string;
      /**
       * fallback values, read only from this file
       */
      env?: {
        ANTHROPIC_API_KEY?: string;
        ANTHROPIC_BASE_URL?: string;
        OPENAI_API_KEY?: string;
        OPENAI_BASE_URL?: string;
        GOOGLE_API_KEY?: string;
        VERTEXAI_API_KEY?: string;
        GOOGLE_CLOUD_PROJECT?: string;
        GOOGLE_CLOUD_LOCATION?: string;
      };
      /**
       * reference to a stored credential; written by login
       */
      oauth?: {
        storage?: string;
        key?: string;
        oauth_host?: string;
      };
      /**
       * added to each request
       */
      custom_headers?: {
        [k: string]: string;
      };
      /**
       * alias of `[models]`
       */
      default_model?: string;
      /**
       * where an import came from; written by imports
       */
      source?: {
        [k: string]: unknown;
      };
    };
  };
  /**
   * by alias
   */
  models?: {
    [k: string]: {
      /**
       * id of `[providers]`; needed unless `base_url` and `protocol` are given (flat model)
       */
      provider?: string;
      /**
       * name sent to the provider
       */
      model: string;
      /**
       * endpoint of this model
       */
      base_url?: string;
      /**
       * protocol of this model
       */
      protocol?: ProviderType;
      /**
       * tokens
       */
      max_context_size: number;
      /**
       * tokens, at most the context
       */
      max_input_size?: number;
      /**
       * tokens, at most the context
       */
      max_output_size?: number;
      /**
       * added to the detected ones
       */
      capabilities?: ('image_in' | 'video_in' | 'audio_in' | 'thinking' | 'always_thinking' | 'tool_use')[];
      /**
       * thinking levels
       */
      support_efforts?: string[];
      default_effort?: string;
      /**
       * level sent to switch thinking off
       */
      off_effort?: string;
      /**
       * default: `model`
       */
      display_name?: string;
      /**
       * field that carries thinking text; openai only
       */
      reasoning_key?: string;
      /**
       * anthropic only
       */
      adaptive_thinking?: boolean;
      /**
       * flat models only
       */
      api_key?: string;
      /**
       * flat models only: name of an environment variable
       */
      api_key_env?: string;
      /**
       * USD per million tokens; a cache price that is absent is that of `input`. Imports and refreshes write the prices of the source and keep the price where the source has none; put a price of your own that must stay into `overrides`
       */
      price?: {
        input: number;
        output: number;
        cache_read?: number;
        cache_write?: number;
      };
      /**
       * win over the fields above and survive refreshes
       */
      overrides?: {
        /**
         * tokens
         */
        max_context_size?: number;
        /**
         * tokens, at most the context
         */
        max_input_size?: number;
        /**
         * tokens, at most the context
         */
        max_output_size?: number;
        /**
         * added to the detected ones; an empty list: none at all, so that no tools are sent either
         */
        capabilities?: ('image_in' | 'video_in' | 'audio_in' | 'thinking' | 'always_thinking' | 'tool_use')[];
        /**
         * thinking levels
         */
        support_efforts?: string[];
        default_effort?: string;
        /**
         * level sent to switch thinking off
         */
        off_effort?: string;
        /**
         * default: `model`
         */
        display_name?: string;
        /**
         * field that carries thinking text; openai only
         */
        reasoning_key?: string;
        /**
         * anthropic only
         */
        adaptive_thinking?: boolean;
        /**
         * flat models only
         */
        api_key?: string;
        /**
         * flat models only: name of an environment variable
         */
        api_key_env?: string;
        /**
         * USD per million tokens; a cache price that is absent is that of `input`
         */
        price?: {
          input: number;
          output: number;
          cache_read?: number;
          cache_write?: number;
        };
      };
    };
  };
  thinking?: {
    /**
     * Default: `true`.
     */
    enabled?: boolean;
    effort?: string;
    /**
     * which thinking parts are sent back; everything but `all` means none
     *
     * Default: `"all"`.
     */
    keep?: 'all' | 'none' | 'off' | 'false' | 'no' | '0' | false | 0;
  };
  loop_control?: {
    /**
     * 0 = no limit
     *
     * Default: `0`.
     */
    max_steps_per_turn?: number;
    /**
     * all attempts of one model request
     *
     * Default: `10`.
     */
    max_attempts_per_step?: number;
    /**
     * tokens kept free for the answer
     *
     * Default: `50000`.
     */
    reserved_context_size?: number;
    /**
     * part of the context window
     *
     * Default: `0.85`.
     */
    compaction_trigger_ratio?: number;
  };
  token_counting?: {
    /**
     * changes what is shown, never the triggers
     *
     * Default: `"measured+estimated"`.
     */
    strategy?: 'measured+estimated' | 'measured' | 'estimated';
  };
  background?: {
    /**
     * no limit when absent
     */
    max_running_tasks?: number;
    /**
     * Default: `false`.
     */
    keep_alive_on_exit?: boolean;
    /**
     * between SIGTERM and SIGKILL
     *
     * Default: `5000`.
     */
    kill_grace_period_ms?: number;
    /**
     * Default: `true`.
     */
    bash_auto_background_on_timeout?: boolean;
    /**
     * 0 = none; default 600, with `-p` 0
     */
    bash_task_timeout_s?: number;
    /**
     * default `steer`; `drain` when unset and `keep_alive_on_exit`
     */
    print_background_mode?: 'exit' | 'drain' | 'steer';
    /**
     * Default: `2147483`.
     */
    print_wait_ceiling_s?: number;
    /**
     * Default: `100000`.
     */
    print_max_turns?: number;
  };
  subagent?: {
    /**
     * 0 = none; default 7200000, with `-p` 0
     */
    timeout_ms?: number;
  };
  mcp?: {
    /**
     * Default: `30000`.
     */
    startup_timeout_ms?: number;
    /**
     * Default: `60000`.
     */
    tool_timeout_ms?: number;
  };
  tools?: {
    /**
     * names, `mcp__x__*`; empty = all
     *
     * Default: `[]`.
     */
    enabled?: string[];
    /**
     * names, `mcp__x__*`
     *
     * Default: `[]`.
     */
    disabled?: string[];
  };
  image?: {
    /**
     * longest edge of an image sent to a model
     *
     * Default: `2000`.
     */
    max_edge_px?: number;
    /**
     * bytes of an image sent to a model
     *
     * Default: `262144`.
     */
    read_byte_budget?: number;
  };
  /**
   * former content of files that tools change, kept so that an undo can give it back
   */
  checkpoints?: {
    /**
     * Default: `true`.
     */
    enabled?: boolean;
    /**
     * larger files are not kept
     *
     * Default: `5`.
     */
    max_file_mb?: number;
    /**
     * of one session; the oldest content makes room
     *
     * Default: `500`.
     */
    max_total_mb?: number;
    /**
     * with more files in the workspace the changes of shell commands are not seen
     *
     * Default: `20000`.
     */
    max_files?: number;
  };
  /**
   * containment of commands by the kernel (Linux, with bubblewrap)
   */
  sandbox?: {
    /**
     * commands of plan mode and of agents that only look cannot change this machine
     *
     * Default: `true`.
     */
    plan?: boolean;
    /**
     * network of commands that can only read, in the runtime `local`
     *
     * Default: `"host"`.
     */
    plan_network?: 'host' | 'ask' | 'off';
    /**
     * network of the runtime `sandbox`: by `Network` rules and questions, none but its own loopback, or that of the machine
     *
     * Default: `"ask"`.
     */
    network?: 'ask' | 'off' | 'host';
    /**
     * what runs inside the sandbox without a question: commands, also Write and Edit in the writable area, or nothing
     *
     * Default: `"commands"`.
     */
    approve?: 'commands' | 'all' | 'none';
    /**
     * commands of a session in the sandbox on a machine that cannot contain them
     *
     * Default: `"ask"`.
     */
    when_unavailable?: 'ask' | 'refuse' | 'run';
    /**
     * `workspace`: of the home directory only the workspace, `show` and tools of `PATH` are visible
     *
     * Default: `"machine"`.
     */
    read?: 'machine' | 'workspace';
    /**
     * paths outside the workspace that are writable, absolute or from `~`
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    write?: string[];
    /**
     * paths that are hidden besides the built-in ones, absolute or from `~`
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    hide?: string[];
    /**
     * paths of the built-in hidden list that are visible, absolute or from `~`
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    show?: string[];
    /**
     * directories of the home directory that the sandbox has of its own; absent: caches of package managers
     *
     * @maxItems 500
     */
    private?: string[];
    /**
     * variables that pass although they look like secrets
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    env?: string[];
    /**
     * sockets of the machine that stay reachable, absolute or from `~`
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    sockets?: string[];
    /**
     * paths below `/dev`
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    devices?: string[];
    /**
     * loopback ports of the machine that a session sees as its own
     *
     * Default: `[]`.
     *
     * @maxItems 500
     */
    host_ports?: number[];
    /**
     * user namespaces are allowed inside; protected paths are then no boundary
     *
     * Default: `false`.
     */
    nested?: boolean;
    /**
     * processes of one command; 0: no limit
     *
     * Default: `4096`.
     */
    max_processes?: number;
  };
  /**
   * what may be spent; looked at before each model request, by the prices of the models
   */
  budget?: {
    /**
     * of one session; no limit when absent
     */
    session_usd?: number;
    /**
     * of all sessions together on one day; no limit when absent
     */
    day_usd?: number;
    /**
     * part of a limit from which on a session warns
     *
     * Default: `0.8`.
     */
    warn_ratio?: number;
  };
  identity?: {
    /**
     * Default: `"Agent"`.
     */
    name?: string;
    /**
     * User-Agent; default: from the name
     */
    slug?: string;
  };
  services?: {
    search?: {
      base_url?: string;
      api_key?: string;
      /**
       * name of an environment variable
       */
      api_key_env?: string;
      /**
       * reference to a stored credential; written by login
       */
      oauth?: {
        storage?: string;
        key?: string;
        oauth_host?: string;
      };
      /**
       * added to each request
       */
      custom_headers?: {
        [k: string]: string;
      };
    };
    fetch?: {
      base_url?: string;
      api_key?: string;
      /**
       * name of an environment variable
       */
      api_key_env?: string;
      /**
       * reference to a stored credential; written by login
       */
      oauth?: {
        storage?: string;
        key?: string;
        oauth_host?: string;
      };
      /**
       * added to each request
       */
      custom_headers?: {
        [k: string]: string;
      };
    };
  };
  offline?: {
    /**
     * the built-in offline provider
     *
     * Default: `true`.
     */
    enabled?: boolean;
  };
  /**
   * flags by id
   *
   * Default: `{}`.
   */
  experimental?: {
    [k: string]: boolean;
  };
  permission?: {
    rules?: {
      decision: 'allow' | 'deny' | 'ask';
      /**
       * engine.md 6.3
       */
      pattern: string;
      reason?: string;
      /**
       * only `user`; others are ignored with a warning
       */
      scope?: string;
    }[];
    allow?: string[];
    deny?: string[];
    ask?: string[];
  };
  hooks?: {
    event:
      | 'PreToolUse'
      | 'PostToolUse'
      | 'PostToolUseFailure'
      | 'PermissionRequest'
      | 'PermissionResult'
      | 'UserPromptSubmit'
      | 'UserPromptQueued'
      | 'TurnStarted'
      | 'Stop'
      | 'StopFailure'
      | 'Interrupt'
      | 'SessionStart'
      | 'SessionEnd'
      | 'SessionHeartbeat'
      | 'SubagentStart'
      | 'SubagentStop'
      | 'TaskStarted'
      | 'PreCompact'
      | 'PostCompact'
      | 'Notification';
    /**
     * run by the shell in the working directory of the session
     */
    command: string;
    /**
     * regular expression; absent = all
     */
    matcher?: string;
    /**
     * seconds
     *
     * Default: `30`.
     */
    timeout?: number;
  }[];
}
/**
 * `<home>/server/instances/<server_id>.json`: one running server (cli.md 1.3); mode 0600, removed at exit.
 */
export interface InstanceFile {
  /**
   * ULID in lower case; equals `server_id` of getMeta
   */
  server_id: string;
  pid: number;
  /**
   * bound address
   */
  host: string;
  /**
   * 0: none, it listens on `socket`
   */
  port: number;
  /**
   * path of the unix socket (`--socket`); absent: none
   */
  socket?: string;
  /**
   * epoch milliseconds
   */
  started_at: number;
  /**
   * epoch milliseconds; rewritten every 15 s
   */
  heartbeat_at: number;
  /**
   * program version
   */
  host_version: string;
  /**
   * `embedded` ends with its client
   */
  lifetime: 'web' | 'embedded';
  /**
   * SHA-256 of the sorted engine variables with their values (cli.md 8.2)
   */
  env_fingerprint: string;
  /**
   * path before all others of the page (`--base-path`); absent: none
   */
  base_path?: string;
}
/**
 * `mcp.json` of the data directory or of a directory of a project, `.mcp.json` of a project (engine.md 16.1). Unknown fields are ignored; a bad entry leaves the others alone.
 */
export interface McpFile {
  /**
   * by name: letters, digits, `-` and `_`, at most 64; without `transport`, `command` means `stdio` and `url` means `http`; in a file of a project a relative `cwd` starts from the directory it belongs to
   */
  mcpServers?: {
    [k: string]: McpServerConfig;
  };
}
/**
 * Front matter of a skill: `<name>/SKILL.md`, or `<name>.md` at the top of a skills directory (engine.md 13).
 */
export interface SkillFile {
  /**
   * needed in a bundle; default: the file's name
   */
  name?: string;
  /**
   * needed in a bundle; default: the first line of text
   */
  description?: string;
  /**
   * `prompt` (also `inline`), or `flow`: only by slash command; others cannot be used
   *
   * Default: `"prompt"`.
   */
  type?: string;
  /**
   * added to the listing
   */
  whenToUse?: string;
  /**
   * hidden from the model
   *
   * Default: `false`.
   */
  disableModelInvocation?: boolean;
  /**
   * names for `$name`, by position; as text parted by blanks
   */
  arguments?: string[] | string;
  /**
   * bundles directly below are skills named `parent.child`
   *
   * Default: `false`.
   */
  'has-sub-skill'?: boolean;
}
/**
 * `tui.toml`: the terminal UI (tui.md 6). Unknown fields are ignored.
 */
export interface TuiFile {
  /**
   * `auto`, `dark`, `light`, or the name of a file in `themes/` of the data directory
   *
   * Default: `"auto"`.
   */
  theme?: string;
  /**
   * lines without any drawing, for screen readers
   *
   * Default: `false`.
   */
  screen_reader?: boolean;
  /**
   * no spinner; times change at most every 10 seconds
   *
   * Default: `false`.
   */
  reduced_motion?: boolean;
  /**
   * what is shown of thinking: a line with its time, the text, or nothing
   *
   * Default: `"line"`.
   */
  thinking?: 'line' | 'show' | 'hide';
  /**
   * who wraps prose: the UI at words, or the terminal
   *
   * Default: `"word"`.
   */
  wrap?: 'word' | 'terminal';
  /**
   * rows of a tool call that are shown
   *
   * Default: `10`.
   */
  tool_lines?: number;
  /**
   * whether links can be opened in the terminal (OSC 8)
   *
   * Default: `"auto"`.
   */
  hyperlinks?: 'auto' | 'on' | 'off';
  /**
   * whether progress is reported to the terminal (OSC 9;4)
   *
   * Default: `"auto"`.
   */
  progress?: 'auto' | 'on' | 'off';
  /**
   * the session in the title of the window
   *
   * Default: `true`.
   */
  title?: boolean;
  /**
   * what is typed and not sent is kept
   *
   * Default: `true`.
   */
  drafts?: boolean;
  /**
   * the rest of an earlier prompt is shown behind the caret
   *
   * Default: `true`.
   */
  history_suggestions?: boolean;
  /**
   * formulas as Unicode
   *
   * Default: `true`.
   */
  render_latex?: boolean;
  /**
   * shown when a session is resumed after the provider's cache went cold
   *
   * Default: `true`.
   */
  cache_expiry_hint?: boolean;
  /**
   * fast bursts of keys never count as paste
   *
   * Default: `false`.
   */
  disable_paste_burst?: boolean;
  editor?: {
    /**
     * command of the external editor; empty: VISUAL, then EDITOR
     *
     * Default: `""`.
     */
    command?: string;
    /**
     * keys of vim in the input
     *
     * Default: `false`.
     */
    vim?: boolean;
  };
  notifications?: {
    /**
     * notifications of the terminal
     *
     * Default: `true`.
     */
    enabled?: boolean;
    /**
     * when notifications are sent
     *
     * Default: `"unfocused"`.
     */
    notification_condition?: 'unfocused' | 'always';
    /**
     * how notifications are sent
     *
     * Default: `"auto"`.
     */
    method?: 'auto' | 'osc9' | 'osc99' | 'osc777' | 'bell';
  };
  upgrade?: {
    /**
     * show a notice about a new version, at most daily
     *
     * Default: `true`.
     */
    check?: boolean;
  };
  status_line?: {
    /**
     * what the status line shows, in this order: `mode`, `goal`, `model`, `tasks`, `cost`, `waiting`, `cwd`, `git`, `tips`; others are left out
     */
    items?: string[];
    /**
     * a command whose first line is the status line; empty: the built-in one
     *
     * Default: `""`.
     */
    command?: string;
  };
  /**
   * keys by action, as /keys lists them
   */
  keys?: {
    /**
     * a key, a list of keys, or "" for none
     */
    [k: string]: {
      [k: string]: unknown;
    };
  };
}
