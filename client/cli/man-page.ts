/** Generates the manual page from the command table and fixed sections (acp-cli.md 4). */
import { commandSpecs, mainCommand, type CommandSpec, type OptionSpec } from './options.js';

/** Returns the page in the macros of man(7). */
export function manPage(version: string): string {
  const commands = commandSpecs.filter((command) => command !== mainCommand && !command.hidden);
  const lines = [
    `.TH AGENT 1 "" "agent ${escaped(version)}" "User commands"`,
    '.SH NAME',
    'agent \\- coding agent for your own machine',
    '.SH SYNOPSIS',
    ...[mainCommand, ...commands].flatMap(({ usage }, index) => [
      ...(index > 0 ? ['.br'] : []),
      `.B ${escaped(usage)}`,
    ]),
    '.SH DESCRIPTION',
    escaped(mainCommand.summary),
    '.PP',
    'Without a subcommand and on a terminal it opens the terminal UI. A server of the same data directory is used when one runs, else the program brings its own for its time.',
    '.SH OPTIONS',
    ...optionsOf(mainCommand),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    ...Object.entries(sections).flatMap(([title, entries]) => [`.SH ${title}`, ...entries.flatMap(entryLines)]),
    '.SH EXAMPLES',
    ...[mainCommand, ...commands].flatMap(({ examples }) => examples).flatMap(exampleLines),
    '.SH SEE ALSO',
    'README.md of the program. Every running server describes its API at /openapi.json.',
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: CommandSpec): string[] {
  return [
    `.SS ${escaped(command.usage)}`,
    escaped(command.summary),
    ...optionsOf({ ...command, options: command.options.filter(({ names }) => !everywhere.has(names[0] ?? '')) }),
  ];
}

/** Options of all commands. */
const everywhere = new Set(['--help', '--version']);

function optionsOf({ options }: CommandSpec): string[] {
  return options
    .filter(({ shown }) => shown !== 0)
    .flatMap((option) => ['.TP', label(option), escaped(option.summary)]);
}

function label({ names, shown, value }: OptionSpec): string {
  const [long = '', ...others] = names.slice(0, shown ?? names.length);
  const bold = [...others, long].map((name) => `\\fB${escaped(name)}\\fR`).join(', ');
  if (!value) return bold;
  const word = `\\fI${escaped(value.label)}\\fR`;
  return `${bold} ${value.optional ? `[${word}]` : word}`;
}

function entryLines([name, text]: readonly [string, string]): string[] {
  return ['.TP', `\\fB${escaped(name)}\\fR`, escaped(text)];
}

function exampleLines(example: string): string[] {
  return ['.PP', '.nf', escaped(example), '.fi'];
}

/** Escapes text for roff: backslashes, hyphens, and lines that look like requests. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replace(
      /[^\x20-\x7e\n]/g,
      (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

const sections: Record<string, readonly (readonly [string, string])[]> = {
  'EXIT STATUS': [
    ['0', 'success'],
    ['1', 'failure: start, no usable model, a turn that failed or was blocked, a file that is invalid'],
    ['2', 'wrong usage'],
    ['3, 6', 'with --prompt "/goal ...": the goal is blocked, or paused'],
    ['4', 'with --prompt: a limit of --max-steps, --max-usd or --max-time was reached'],
    ['5', 'with --prompt: no result that fits --schema'],
    ['130, 143, 129', 'ended by SIGINT, SIGTERM or SIGHUP'],
  ],
  ENVIRONMENT: [
    ['AGENT_CODE_HOME', 'the data directory; default ~/.agent-code'],
    ['AGENT_CODE_URL', 'attach to exactly this server; its token is read from the file AGENT_CODE_TOKEN_FILE'],
    ['AGENT_CODE_URL_INSECURE', '1: allow plain http to another machine'],
    ['AGENT_CODE_NO_ATTACH', 'always an own server for the time of the command'],
    ['AGENT_CODE_PASSWORD', 'a second bearer value that the server takes'],
    ['AGENT_CODE_ALLOWED_HOSTS', 'further Host values of the server, with commas between them'],
    ['AGENT_CODE_CORS_ORIGINS', 'further browser origins of the server, with commas between them'],
    ['AGENT_CODE_BASE_PATH', 'what the paths of agent web begin with'],
    ['AGENT_CODE_SCREEN_READER', 'the terminal UI in lines, without any drawing'],
    ['AGENT_CODE_NO_AUTO_UPDATE', 'no check for a newer version'],
    ['AGENT_CODE_SQLITE_ADDON', 'file with the native part of SQLite'],
    ['AGENT_LOG_LEVEL', 'how much the log holds: off, error, warn, info or debug'],
    [
      'AGENT_MODEL_NAME',
      'a model for this launch; AGENT_MODEL_PROVIDER_TYPE (default: agent), AGENT_MODEL_BASE_URL and AGENT_MODEL_API_KEY say how to reach it',
    ],
    ['AGENT_SHELL_PATH', 'the shell that commands run in'],
    ['HTTP_PROXY, HTTPS_PROXY, NO_PROXY', 'the way to model providers and the web'],
    ['NO_COLOR', 'no colours'],
  ],
  FILES: [
    ['~/.agent-code/config.toml', 'settings, models and providers'],
    ['~/.agent-code/tui.toml', 'settings of the terminal UI'],
    ['~/.agent-code/mcp.json', 'MCP servers of the user'],
    ['~/.agent-code/agent.db', 'sessions and everything that happened in them'],
    ['~/.agent-code/server.token', 'the token of the API'],
    ['~/.agent-code/credentials/', 'logins'],
    ['~/.agent-code/sessions/', 'files of sessions: plans, output of tasks, media, logs'],
    ['~/.agent-code/logs/agent-code.log', 'the log'],
    ['AGENTS.md', 'instructions of a project, read from its directories'],
    ['.agent-code/', 'in a project: its skills, agents, MCP servers and further directories'],
  ],
};
