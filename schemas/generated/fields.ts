/** The fields of the files of settings. Written by `npm run codegen`; changes belong into the schema files. */

/** A field: its place in the file, what it may be, what it is when it is absent. */
export type TuiField = { readonly path: readonly string[]; readonly about: string } & (
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly default: number; readonly least: number; readonly most: number }
  | { readonly kind: 'text'; readonly default: string }
  /** the default has all of them */
  | { readonly kind: 'names'; readonly default: readonly string[] }
);

/** Of `tui.toml`, in the order of the file; the keys, which are a map, are none of them. */
export const tuiFields = [
  {
    "path": [
      "theme"
    ],
    "about": "`auto`, `dark`, `light`, or the name of a file in `themes/` of the data directory",
    "kind": "text",
    "default": "auto"
  },
  {
    "path": [
      "screen_reader"
    ],
    "about": "lines without any drawing, for screen readers",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "reduced_motion"
    ],
    "about": "no spinner; times change at most every 10 seconds",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "thinking"
    ],
    "about": "what is shown of thinking: a line with its time, the text, or nothing",
    "kind": "choice",
    "default": "line",
    "values": [
      "line",
      "show",
      "hide"
    ]
  },
  {
    "path": [
      "wrap"
    ],
    "about": "who wraps prose: the UI at words, or the terminal",
    "kind": "choice",
    "default": "word",
    "values": [
      "word",
      "terminal"
    ]
  },
  {
    "path": [
      "tool_lines"
    ],
    "about": "rows of a tool call that are shown",
    "kind": "number",
    "default": 10,
    "least": 0,
    "most": 1000
  },
  {
    "path": [
      "hyperlinks"
    ],
    "about": "whether links can be opened in the terminal (OSC 8)",
    "kind": "choice",
    "default": "auto",
    "values": [
      "auto",
      "on",
      "off"
    ]
  },
  {
    "path": [
      "progress"
    ],
    "about": "whether progress is reported to the terminal (OSC 9;4)",
    "kind": "choice",
    "default": "auto",
    "values": [
      "auto",
      "on",
      "off"
    ]
  },
  {
    "path": [
      "title"
    ],
    "about": "the session in the title of the window",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "drafts"
    ],
    "about": "what is typed and not sent is kept",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "history_suggestions"
    ],
    "about": "the rest of an earlier prompt is shown behind the caret",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "render_latex"
    ],
    "about": "formulas as Unicode",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "cache_expiry_hint"
    ],
    "about": "shown when a session is resumed after the provider's cache went cold",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "disable_paste_burst"
    ],
    "about": "fast bursts of keys never count as paste",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "editor",
      "command"
    ],
    "about": "command of the external editor; empty: VISUAL, then EDITOR",
    "kind": "text",
    "default": ""
  },
  {
    "path": [
      "editor",
      "vim"
    ],
    "about": "keys of vim in the input",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "notifications",
      "enabled"
    ],
    "about": "notifications of the terminal",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "notifications",
      "notification_condition"
    ],
    "about": "when notifications are sent",
    "kind": "choice",
    "default": "unfocused",
    "values": [
      "unfocused",
      "always"
    ]
  },
  {
    "path": [
      "notifications",
      "method"
    ],
    "about": "how notifications are sent",
    "kind": "choice",
    "default": "auto",
    "values": [
      "auto",
      "osc9",
      "osc99",
      "osc777",
      "bell"
    ]
  },
  {
    "path": [
      "upgrade",
      "check"
    ],
    "about": "show a notice about a new version, at most daily",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "status_line",
      "items"
    ],
    "about": "what the status line shows, in this order: `mode`, `goal`, `model`, `tasks`, `cost`, `waiting`, `cwd`, `git`, `tips`; others are left out",
    "kind": "names",
    "default": [
      "mode",
      "goal",
      "model",
      "tasks",
      "cost",
      "waiting",
      "cwd",
      "git",
      "tips"
    ]
  },
  {
    "path": [
      "status_line",
      "command"
    ],
    "about": "a command whose first line is the status line; empty: the built-in one",
    "kind": "text",
    "default": ""
  }
] as const satisfies readonly TuiField[];

/** A field of `config.toml` with one value; `variable`: of the environment, which has priority. */
export interface ConfigField {
  readonly path: readonly string[];
  readonly about: string;
  readonly kind: 'flag' | 'choice' | 'number' | 'text';
  readonly default?: boolean | number | string;
  readonly values?: readonly string[];
  readonly variable?: string;
}

/** In the order of the file, without secrets. */
export const configFields: readonly ConfigField[] = [
  {
    "path": [
      "default_model"
    ],
    "about": "alias of `[models]`",
    "kind": "text"
  },
  {
    "path": [
      "default_provider"
    ],
    "about": "id of `[providers]`; its `default_model` serves when none is set above",
    "kind": "text"
  },
  {
    "path": [
      "default_permission_mode"
    ],
    "about": "manual, auto or yolo",
    "kind": "choice",
    "default": "manual",
    "values": [
      "manual",
      "yolo",
      "auto"
    ]
  },
  {
    "path": [
      "default_plan_mode"
    ],
    "about": "",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "default_runtime"
    ],
    "about": "where commands run: local, or sandbox where bubblewrap is installed",
    "kind": "choice",
    "default": "local",
    "values": [
      "local",
      "sandbox"
    ],
    "variable": "AGENT_CODE_RUNTIME"
  },
  {
    "path": [
      "merge_all_available_skills"
    ],
    "about": "",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "builtin_product_skills"
    ],
    "about": "",
    "kind": "flag",
    "default": true,
    "variable": "AGENT_CODE_BUILTIN_PRODUCT_SKILLS"
  },
  {
    "path": [
      "thinking",
      "enabled"
    ],
    "about": "",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "thinking",
      "effort"
    ],
    "about": "",
    "kind": "text",
    "variable": "AGENT_MODEL_THINKING_EFFORT"
  },
  {
    "path": [
      "thinking",
      "keep"
    ],
    "about": "which thinking parts are sent back; everything but `all` means none",
    "kind": "text",
    "default": "all",
    "variable": "AGENT_MODEL_THINKING_KEEP"
  },
  {
    "path": [
      "loop_control",
      "max_steps_per_turn"
    ],
    "about": "0 = no limit",
    "kind": "number",
    "default": 0,
    "variable": "AGENT_LOOP_MAX_STEPS_PER_TURN"
  },
  {
    "path": [
      "loop_control",
      "max_attempts_per_step"
    ],
    "about": "all attempts of one model request",
    "kind": "number",
    "default": 10,
    "variable": "AGENT_LOOP_MAX_ATTEMPTS_PER_STEP"
  },
  {
    "path": [
      "loop_control",
      "reserved_context_size"
    ],
    "about": "tokens kept free for the answer",
    "kind": "number",
    "default": 50000
  },
  {
    "path": [
      "loop_control",
      "compaction_trigger_ratio"
    ],
    "about": "part of the context window",
    "kind": "number",
    "default": 0.85
  },
  {
    "path": [
      "token_counting",
      "strategy"
    ],
    "about": "changes what is shown, never the triggers",
    "kind": "choice",
    "default": "measured+estimated",
    "values": [
      "measured+estimated",
      "measured",
      "estimated"
    ],
    "variable": "AGENT_TOKEN_COUNTING_STRATEGY"
  },
  {
    "path": [
      "background",
      "max_running_tasks"
    ],
    "about": "no limit when absent",
    "kind": "number",
    "variable": "AGENT_CODE_BACKGROUND_MAX_RUNNING_TASKS"
  },
  {
    "path": [
      "background",
      "keep_alive_on_exit"
    ],
    "about": "",
    "kind": "flag",
    "default": false,
    "variable": "AGENT_CODE_BACKGROUND_KEEP_ALIVE_ON_EXIT"
  },
  {
    "path": [
      "background",
      "kill_grace_period_ms"
    ],
    "about": "between SIGTERM and SIGKILL",
    "kind": "number",
    "default": 5000
  },
  {
    "path": [
      "background",
      "bash_auto_background_on_timeout"
    ],
    "about": "",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "background",
      "bash_task_timeout_s"
    ],
    "about": "0 = none; default 600, with `-p` 0",
    "kind": "number"
  },
  {
    "path": [
      "background",
      "print_background_mode"
    ],
    "about": "default `steer`; `drain` when unset and `keep_alive_on_exit`",
    "kind": "choice",
    "values": [
      "exit",
      "drain",
      "steer"
    ]
  },
  {
    "path": [
      "background",
      "print_wait_ceiling_s"
    ],
    "about": "",
    "kind": "number",
    "default": 2147483
  },
  {
    "path": [
      "background",
      "print_max_turns"
    ],
    "about": "",
    "kind": "number",
    "default": 100000
  },
  {
    "path": [
      "subagent",
      "timeout_ms"
    ],
    "about": "0 = none; default 7200000, with `-p` 0",
    "kind": "number",
    "variable": "AGENT_SUBAGENT_TIMEOUT_MS"
  },
  {
    "path": [
      "mcp",
      "startup_timeout_ms"
    ],
    "about": "",
    "kind": "number",
    "default": 30000,
    "variable": "AGENT_MCP_STARTUP_TIMEOUT_MS"
  },
  {
    "path": [
      "mcp",
      "tool_timeout_ms"
    ],
    "about": "",
    "kind": "number",
    "default": 60000,
    "variable": "AGENT_MCP_TOOL_TIMEOUT_MS"
  },
  {
    "path": [
      "image",
      "max_edge_px"
    ],
    "about": "longest edge of an image sent to a model",
    "kind": "number",
    "default": 2000,
    "variable": "AGENT_IMAGE_MAX_EDGE_PX"
  },
  {
    "path": [
      "image",
      "read_byte_budget"
    ],
    "about": "bytes of an image sent to a model",
    "kind": "number",
    "default": 262144,
    "variable": "AGENT_IMAGE_READ_BYTE_BUDGET"
  },
  {
    "path": [
      "checkpoints",
      "enabled"
    ],
    "about": "keep what files were, so that an undo can give them back",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "checkpoints",
      "max_file_mb"
    ],
    "about": "larger files are not kept",
    "kind": "number",
    "default": 5
  },
  {
    "path": [
      "checkpoints",
      "max_total_mb"
    ],
    "about": "of one session; the oldest content makes room",
    "kind": "number",
    "default": 500
  },
  {
    "path": [
      "checkpoints",
      "max_files"
    ],
    "about": "with more files in the workspace the changes of shell commands are not seen",
    "kind": "number",
    "default": 20000
  },
  {
    "path": [
      "sandbox",
      "plan"
    ],
    "about": "commands of plan mode and of agents that only look cannot change this machine",
    "kind": "flag",
    "default": true
  },
  {
    "path": [
      "sandbox",
      "plan_network"
    ],
    "about": "network of commands that can only read, in the runtime `local`",
    "kind": "choice",
    "default": "host",
    "values": [
      "host",
      "ask",
      "off"
    ]
  },
  {
    "path": [
      "sandbox",
      "network"
    ],
    "about": "network of the runtime `sandbox`: by `Network` rules and questions, none but its own loopback, or that of the machine",
    "kind": "choice",
    "default": "ask",
    "values": [
      "ask",
      "off",
      "host"
    ]
  },
  {
    "path": [
      "sandbox",
      "approve"
    ],
    "about": "what runs inside the sandbox without a question: commands, also Write and Edit in the writable area, or nothing",
    "kind": "choice",
    "default": "commands",
    "values": [
      "commands",
      "all",
      "none"
    ]
  },
  {
    "path": [
      "sandbox",
      "when_unavailable"
    ],
    "about": "commands of a session in the sandbox on a machine that cannot contain them",
    "kind": "choice",
    "default": "ask",
    "values": [
      "ask",
      "refuse",
      "run"
    ]
  },
  {
    "path": [
      "sandbox",
      "read"
    ],
    "about": "`workspace`: of the home directory only the workspace, `show` and tools of `PATH` are visible",
    "kind": "choice",
    "default": "machine",
    "values": [
      "machine",
      "workspace"
    ]
  },
  {
    "path": [
      "sandbox",
      "nested"
    ],
    "about": "user namespaces are allowed inside; protected paths are then no boundary",
    "kind": "flag",
    "default": false
  },
  {
    "path": [
      "sandbox",
      "max_processes"
    ],
    "about": "processes of one command; 0: no limit",
    "kind": "number",
    "default": 4096
  },
  {
    "path": [
      "budget",
      "session_usd"
    ],
    "about": "of one session; no limit when absent",
    "kind": "number"
  },
  {
    "path": [
      "budget",
      "day_usd"
    ],
    "about": "of all sessions together on one day; no limit when absent",
    "kind": "number"
  },
  {
    "path": [
      "budget",
      "warn_ratio"
    ],
    "about": "part of a limit from which on a session warns",
    "kind": "number",
    "default": 0.8
  },
  {
    "path": [
      "identity",
      "name"
    ],
    "about": "",
    "kind": "text",
    "default": "Agent",
    "variable": "AGENT_CODE_IDENTITY_NAME"
  },
  {
    "path": [
      "identity",
      "slug"
    ],
    "about": "User-Agent; default: from the name",
    "kind": "text",
    "variable": "AGENT_CODE_IDENTITY_SLUG"
  },
  {
    "path": [
      "services",
      "search",
      "base_url"
    ],
    "about": "",
    "kind": "text",
    "variable": "AGENT_WEB_SEARCH_BASE_URL"
  },
  {
    "path": [
      "services",
      "search",
      "api_key_env"
    ],
    "about": "name of an environment variable",
    "kind": "text"
  },
  {
    "path": [
      "services",
      "fetch",
      "base_url"
    ],
    "about": "",
    "kind": "text",
    "variable": "AGENT_WEB_FETCH_BASE_URL"
  },
  {
    "path": [
      "services",
      "fetch",
      "api_key_env"
    ],
    "about": "name of an environment variable",
    "kind": "text"
  },
  {
    "path": [
      "offline",
      "enabled"
    ],
    "about": "the built-in offline provider",
    "kind": "flag",
    "default": true,
    "variable": "AGENT_CODE_OFFLINE"
  }
];
