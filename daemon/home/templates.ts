/** What the first start writes into `config.toml` and `tui.toml`: every line a comment that shows a default. */

/** Defaults of cli.md 6.2 to 6.7. */
export const CONFIG_TEMPLATE = `# Configuration of agent. Every line below is a comment that shows a default or an example.
# Changes are picked up while the program runs.

# default_model = "work/large"            # alias of a [models] table
# default_provider = "work"               # its default_model serves when default_model is unset
# default_permission_mode = "manual"      # manual, auto or yolo
# default_plan_mode = false
# extra_skill_dirs = []
# extra_agent_dirs = []
# merge_all_available_skills = true
# builtin_product_skills = true

# [providers.work]
# type = "openai"                         # openai, openai_responses, anthropic, google-genai, vertexai, offline
# base_url = "https://models.example.com/v1"
# api_key_env = "WORK_API_KEY"            # or: api_key = "..."
# default_model = "work/large"

# [models."work/large"]
# provider = "work"
# model = "large-1"
# max_context_size = 128000
# max_output_size = 32000
# capabilities = ["tool_use", "thinking", "image_in"]

# [thinking]
# enabled = true
# effort = "medium"
# keep = "all"                            # all or none

# [loop_control]
# max_steps_per_turn = 0                  # 0: no limit
# max_attempts_per_step = 10
# reserved_context_size = 50000           # tokens
# compaction_trigger_ratio = 0.85

# [token_counting]
# strategy = "measured+estimated"         # measured+estimated, measured or estimated

# [background]
# max_running_tasks = 8                   # unset: no limit
# keep_alive_on_exit = false
# kill_grace_period_ms = 5000
# bash_auto_background_on_timeout = true
# bash_task_timeout_s = 600               # 0: none
# print_background_mode = "steer"         # exit, drain or steer
# print_wait_ceiling_s = 2147483
# print_max_turns = 100000

# [subagent]
# timeout_ms = 7200000                    # 0: none

# [mcp]
# startup_timeout_ms = 30000
# tool_timeout_ms = 60000

# [tools]
# enabled = []                            # empty: all
# disabled = []

# [image]
# max_edge_px = 2000
# read_byte_budget = 262144

# [checkpoints]
# enabled = true                          # keep what files were, so that an undo can give them back
# max_file_mb = 5
# max_total_mb = 500                      # of one session
# max_files = 20000                       # of the workspace; with more, changes of commands are not seen

# [identity]
# name = "Agent"

# [offline]
# enabled = true                          # the built-in offline provider, offline/echo

# [permission]
# allow = ["Bash(npm test)"]
# ask = ["Bash(git push *)"]
# deny = ["Read(~/.ssh/**)"]

# [[permission.rules]]
# decision = "deny"
# pattern = "Bash(sudo *)"
# reason = "no root"

# [[hooks]]
# event = "PostToolUse"
# matcher = "Write|Edit"
# command = "npm run lint"
# timeout = 30                            # seconds
`;

/** Defaults of cli.md 6.8. */
export const TUI_TEMPLATE = `# Terminal UI of agent. Every line below is a comment that shows a default.

# theme = "auto"                          # auto, dark, light or the file name of an own theme
# render_latex = true
# disable_paste_burst = false
# cache_expiry_hint = true

# [editor]
# command = ""                            # empty: VISUAL, then EDITOR

# [notifications]
# enabled = true
# notification_condition = "unfocused"    # unfocused or always

# [upgrade]
# check = true

# [status_line]
# items = ["mode", "goal", "model", "tasks", "cwd", "git", "tips"]
# command = ""
`;
