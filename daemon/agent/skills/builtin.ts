/** The built-in skills. Their texts contain no dollar sign, because it would be taken for a placeholder. */
import type { Skill } from './skill.js';

const homeNote =
  'HOME below is the data directory of this program: the value of AGENT_CODE_HOME when that variable is set, else ~/.agent-code.';

/** The texts for the model. They contain no dollar sign, because it would be taken for a placeholder. */
const mcpConfig = `# MCP servers

${homeNote}

Servers are configured in JSON files. A later file wins for a server of the same name:
1. HOME/mcp.json: for all projects of this user.
2. .mcp.json in the project root: shared with all who work on the project. Its servers start only after the user trusts the workspace.
3. .agent-code/mcp.json in the working directory. The same trust is needed. In 2 and 3 an entry that is new or changed waits until the user trusts the workspace again.

Ask which one to use when the user does not name it; a personal server goes into the first.

Form: {"mcpServers": {"name": {…}}}. Names: letters, digits, - and _, at most 64.

| field | for | meaning |
|---|---|---|
| command, args, env, cwd | stdio | the program to start; env is added to PATH, HOME, USER, LANG, TMPDIR and proxies |
| url, headers | http, sse | the address |
| transport | all | stdio, http or sse; inferred from command or url when absent |
| auth | http, sse | "oauth" forces a login; otherwise it is tried when the server asks |
| bearerTokenEnvVar | http, sse | name of the variable that holds the token |
| enabled | all | false keeps the entry without starting it |
| shared | stdio | true by default: sessions with the same entry, environment and directory share one process; false: one for each session |
| startupTimeoutMs, toolTimeoutMs | all | 30000 and 60000 by default |
| enabledTools, disabledTools | all | tool names as the server gives them, * allowed |

Steps:
1. Read the file if it is there, and keep everything that is not meant to change. Make it with only this entry when it is missing.
2. Never write a secret into a project file. Name a variable in bearerTokenEnvVar, or use the variable syntax of env values.
3. Write valid JSON, without comments.
4. Report what you changed. A changed or removed server takes effect at once, a new one in new sessions or after /reload. /mcp shows the state of each server.`;

const customTheme = `# Themes of the terminal UI

${homeNote}

A theme is the file HOME/themes/FILE.json:
{"name": "my-theme", "displayName": "My theme", "base": "dark", "colors": {"primary": "#7aa2f7"}}

- name is needed. base is dark or light and gives every colour that is not named.
- colors: token to #rrggbb. Tokens: primary, accent, text, textStrong, textDim, textMuted, border, borderFocus, success, warning, error, diffAdded, diffRemoved, diffAddedStrong, diffRemovedStrong, diffGutter, diffMeta, roleUser, shellMode.
- Unknown tokens and colours of another form are skipped; a broken file falls back to dark.

Steps:
1. Ask for light or dark when the request does not specify it. Start from base and change only what is needed.
2. Text tokens need a contrast of at least 4.5 : 1 on the background of the terminal. diffAdded and diffRemoved must differ in lightness as well as in hue.
3. Write the file. The file name without .json is what the theme is chosen by.
4. To use it: /theme, or theme = "FILE" in HOME/tui.toml. After a change of the active theme: /reload-tui.`;

const updateConfig = `# Settings of this program

${homeNote}

| file | holds |
|---|---|
| HOME/config.toml | models, providers, permissions, hooks, limits |
| HOME/tui.toml | look of the terminal UI |
| .agent-code/local.toml in the project root | [workspace] additional_dir: further directories of the workspace |
| HOME/mcp.json | MCP servers: use the skill mcp-config |

There is no config.toml of a project: a repository cannot set providers, permissions or hooks.

config.toml in short:
- Top level: default_model, default_provider, default_permission_mode (manual, yolo, auto), default_plan_mode, extra_skill_dirs, extra_agent_dirs, merge_all_available_skills, builtin_product_skills.
- [providers.ID]: type (openai, openai_responses, anthropic, google-genai, vertexai), base_url, api_key_env (name of a variable, better than api_key), default_model, custom_headers.
- [models."ALIAS"]: provider, model, max_context_size (all needed); max_output_size, capabilities (image_in, video_in, audio_in, thinking, always_thinking, tool_use), display_name, support_efforts, default_effort.
- [permission]: allow, deny, ask: lists of rules such as "Bash(npm test *)", "Write(src/**)", "FetchURL(domain:example.com)". deny goes before ask, ask before allow.
- [[hooks]]: event, command, matcher, timeout in seconds.
- [thinking] enabled, effort, keep. [loop_control] max_steps_per_turn, max_attempts_per_step, compaction_trigger_ratio. [background] max_running_tasks, keep_alive_on_exit, bash_task_timeout_s. [subagent] timeout_ms. [tools] enabled, disabled. [image] max_edge_px. [identity] name. [offline] enabled.

tui.toml: theme, render_latex, disable_paste_burst, cache_expiry_hint, [editor] command, [notifications] enabled and notification_condition, [upgrade] check, [status_line] items and command.

Steps:
1. Read the file first. Change only what was asked for and keep comments and order. Make the smallest edit.
2. Never print, copy or move an API key. For a new one, name a variable in api_key_env and ask the user to set it.
3. Before you loosen a permission or add a hook, explain in one sentence what it will allow.
4. Check the result: "agent doctor config" or "agent doctor tui". A change is picked up within a second: providers, models, permissions and hooks at the next step, the rest in new sessions.`;

const skillAuthor = `# Writing skills, agents and SYSTEM.md

${homeNote}

## Skills
A skill is text for a kind of work that comes back. Places: .agent-code/skills in the project root (shared with the project), HOME/skills (this user). Of equal names the project's goes first.
- A bundle: NAME/SKILL.md, with further files beside it that the text names by path. Front matter needs name and description.
- A flat file: NAME.md directly in the skills directory. Front matter is optional.

Front matter is YAML between two lines of three dashes:

| field | meaning |
|---|---|
| name | letters, digits, - _ . ; at most 64 |
| description | what it is for, in the words of the person who needs it; lists show 250 characters |
| whenToUse | added to the listing: the situations that call for it |
| type | prompt (default), or flow: started only by the user, done step by step |
| disableModelInvocation | true: only the user can start it |
| arguments | names of arguments, in order |
| has-sub-skill | true: bundles directly below are called NAME.CHILD |

Quote a value that holds a colon followed by a blank. Placeholders in the text begin with a dollar sign: ARGUMENTS (all arguments), ARGUMENTS[0] or 0 (the first word), a declared name, {AGENT_SKILL_DIR}, {AGENT_SESSION_ID}. Arguments that no placeholder takes are added at the end.

A good skill contains what the reader cannot know: steps in order, commands of this project, where things are, what to check at the end, what to leave alone. It is short, describes one method and not five, and keeps long material in files beside it. It contains no secrets.

## Custom agents
Markdown files below .agent-code/agents in the project root or HOME/agents. The text is the agent's prompt. Front matter: name (kebab case), description (needed), whenToUse, tools (list; absent: all; empty: none), disallowedTools, subagents, model, override (true to replace agent, coder, explore or plan). Tools are bare names, for MCP also mcp__SERVER__*; permission rules do not belong there.

## SYSTEM.md
HOME/SYSTEM.md replaces the prompt of the default agent. Variables, each a dollar sign and a name in braces: base_prompt, product_name, cwd, cwd_listing, os, shell, now, agents_md, skills, additional_dirs_info, windows_notes, additional_dirs_section, skills_section.

Steps:
1. Ask what the work is and how one sees that it was done well, unless it is plain from the request.
2. Look at the skills that exist, and improve one of them rather than adding a second for the same work.
3. Write the file and show it. Skills are there with the next turn: try it with /NAME.`;

function builtin(name: string, description: string, type = 'prompt'): Skill {
  return {
    name,
    description,
    source: 'builtin',
    path: `builtin:${name}`,
    type,
    disableModelInvocation: false,
    argumentNames: [],
  };
}

export const builtinSkills: readonly Skill[] = [
  builtin('custom-theme', 'Make or change colour themes of the terminal.'),
  builtin('mcp-config', 'Set up MCP servers.'),
  builtin('skill-author', 'Write skills, custom agents or SYSTEM.md.'),
  builtin('update-config', "Change this program's settings (config.toml, tui.toml)."),
];

const texts: Record<string, string> = {
  'custom-theme': customTheme,
  'mcp-config': mcpConfig,
  'skill-author': skillAuthor,
  'update-config': updateConfig,
};

/** Returns the text of a built-in skill; undefined for another name. */
export function builtinText(name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
