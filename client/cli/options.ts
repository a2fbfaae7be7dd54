/** The command line as data: commands, their options and their help texts. This file imports no code. */
import { readableFormats } from '../../schemas/host.js';
import { completionCommands, installationCommands } from './installation-options.js';
import { providerCommands } from './provider-options.js';
import { scriptOptions } from './script-options.js';

/** Kinds of values that shells complete. */
export type ValueKind = 'file' | 'dir' | 'session' | 'model' | 'agent' | 'provider' | 'host';

export interface OptionSpec {
  /** the long name first, then short and hidden ones */
  names: readonly string[];
  /** number of names that help shows; 0 hides the option */
  shown?: number;
  /** absent: a flag. `optional`: the value may be missing; `many`: takes all words up to the next option */
  value?: { label: string; optional?: true; many?: true; values?: readonly string[]; kind?: ValueKind };
  /** may be given several times; for other options the last one applies */
  repeatable?: true;
  summary: string;
}

export interface CommandSpec {
  /** words after the program's name; empty for the main command */
  path: readonly string[];
  usage: string;
  summary: string;
  options: readonly OptionSpec[];
  examples: readonly string[];
  /** accepts further words */
  words?: true;
  /** what the first further word is: one of these, or a value of this kind */
  positional?: ValueKind | readonly string[];
  /** works, but is not in the help */
  hidden?: true;
}

const version: OptionSpec = { names: ['--version', '-V'], summary: 'print the version and exit' };
const help: OptionSpec = { names: ['--help', '-h'], summary: 'show this help and exit' };
const hiddenVersion: OptionSpec = { ...version, shown: 0 };

export const mainCommand: CommandSpec = {
  path: [],
  usage: 'agent [options] | agent <subcommand> [options]',
  summary: 'A coding agent for your own machine.',
  options: [
    version,
    help,
    {
      names: ['--session', '-S'],
      value: { label: 'id', optional: true, kind: 'session' },
      summary:
        'open the session with this id (or a unique start of it of 8 characters); without id: choose from a list',
    },
    { names: ['--resume', '-r'], shown: 0, value: { label: 'id', optional: true }, summary: 'same as --session' },
    { names: ['--continue', '-c'], summary: 'continue the most recent session of the current directory' },
    {
      names: ['--model', '-m'],
      value: { label: 'alias', kind: 'model' },
      summary: 'model of this launch; default for new sessions: default_model of the configuration',
    },
    {
      names: ['--prompt', '-p'],
      value: { label: 'text' },
      summary: 'run one prompt without the terminal UI and stream the answer to stdout; - reads the prompt from stdin',
    },
    {
      names: ['--output-format'],
      value: { label: 'format', values: ['text', 'stream-json'] },
      summary: 'with --prompt: text (default) or stream-json',
    },
    {
      names: ['--yolo', '-y', '--yes', '--auto-approve'],
      shown: 2,
      summary: 'run routine edits and commands without asking; still ask for risky ones, questions and plans',
    },
    { names: ['--auto'], summary: 'never ask: decide everything automatically' },
    { names: ['--plan'], summary: 'start in plan mode' },
    {
      names: ['--skills-dir'],
      value: { label: 'directory' },
      repeatable: true,
      summary: 'use these skill directories instead of those found automatically; repeatable',
    },
    {
      names: ['--agent'],
      value: { label: 'name', kind: 'agent' },
      repeatable: true,
      summary: 'main agent of a new session',
    },
    {
      names: ['--agent-file'],
      value: { label: 'path' },
      repeatable: true,
      summary: 'Markdown file that defines the main agent of a new session',
    },
    {
      names: ['--add-dir'],
      value: { label: 'directory' },
      repeatable: true,
      summary: 'further workspace directory, relative to the current one; repeatable',
    },
    {
      names: ['--runtime'],
      value: { label: 'id', values: ['local', 'sandbox'] },
      summary: 'where commands run: local, or sandbox (contained by the kernel); a resumed session changes to it',
    },
    ...scriptOptions,
    {
      names: ['--remote'],
      value: { label: 'address' },
      summary: 'use the server of another machine through ssh, such as ssh://me@box; also before acp',
    },
    { names: ['--screen-reader'], summary: 'the terminal UI in lines, without any drawing' },
  ],
  examples: [
    'agent -p "explain this repository"',
    'git diff | agent -p -',
    'agent -p "now run the tests" --continue --output-format stream-json',
    'agent web --port 8080 --no-open',
  ],
};

/** Options of the main command that also apply to every session of the bridge. */
const sessionOptions = [
  '--model',
  '--agent',
  '--agent-file',
  '--skills-dir',
  '--add-dir',
  '--runtime',
  '--yolo',
  '--auto',
  '--plan',
];

const acpCommand: CommandSpec = {
  path: ['acp'],
  usage: 'agent acp [options]',
  summary: 'Serve an editor by the Agent Client Protocol, on stdin and stdout; editors start it.',
  options: [
    help,
    hiddenVersion,
    ...mainCommand.options.filter(({ names: [name = ''] }) => sessionOptions.includes(name)),
    { names: ['--login'], summary: 'log in as agent login does, with all output on stderr, and exit' },
  ],
  examples: ['agent acp', 'agent acp --model fast --plan'],
};

const webCommand: CommandSpec = {
  path: ['web'],
  usage: 'agent web [options]',
  summary: 'Run the local server (API and web UI) in this terminal until it is stopped.',
  options: [
    help,
    hiddenVersion,
    {
      names: ['--port'],
      value: { label: 'port' },
      summary: 'bind port, default 58627; a busy one is retried with +1; 0: any free one',
    },
    {
      names: ['--host'],
      value: { label: 'host', optional: true, kind: 'host' },
      summary: 'bind host, default 127.0.0.1; without a value: 0.0.0.0, which other machines reach',
    },
    {
      names: ['--socket'],
      value: { label: 'path', optional: true, kind: 'file' },
      summary:
        'listen on a unix socket of this user alone, nothing on the network; default $XDG_RUNTIME_DIR/agent-code.sock',
    },
    {
      names: ['--allowed-host'],
      value: { label: 'host...', many: true },
      repeatable: true,
      summary: 'further Host header values to accept; comma-separated or repeated, a leading dot allows subdomains',
    },
    {
      names: ['--log-level'],
      value: { label: 'level', values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
      summary: 'also write the log to stderr: fatal, error, warn, info, debug, trace or silent',
    },
    {
      names: ['--debug-endpoints'],
      summary: 'also serve /api/v1/debug, on loopback only; answers to defects (50001) carry a stack',
    },
    {
      names: ['--dangerous-bypass-auth'],
      summary: 'no access check at all; only for trusted networks or behind a proxy that checks',
    },
    {
      names: ['--web-title'],
      value: { label: 'title' },
      summary: 'title of the browser tab, default: name of the current directory',
    },
    {
      names: ['--base-path'],
      value: { label: 'path', values: [] },
      summary: 'path such as /agent that a proxy in front leaves in its requests; links begin with it',
    },
    { names: ['--no-open'], summary: 'do not open the browser' },
    {
      names: ['--allow-remote-shutdown'],
      summary: 'keep POST /api/v1/shutdown when other machines can reach the server',
    },
  ],
  examples: ['agent web', 'agent web --host --allowed-host my-machine.local', 'agent web rotate-token'],
};

const rotateTokenCommand: CommandSpec = {
  path: ['web', 'rotate-token'],
  usage: 'agent web rotate-token',
  summary: 'Replace the access token of all servers of this home; the old one stops working at once.',
  options: [help, hiddenVersion],
  examples: [],
};

const doctorCommand: CommandSpec = {
  path: ['doctor'],
  usage: 'agent doctor [config|tui [path]]',
  summary: 'Check config.toml and tui.toml; changes nothing and starts nothing.',
  options: [help, hiddenVersion],
  examples: ['agent doctor', 'agent doctor config ./draft.toml'],
};

const doctorConfigCommand: CommandSpec = {
  path: ['doctor', 'config'],
  usage: 'agent doctor config [path]',
  positional: 'file',
  summary: 'Check config.toml alone, or the file at this path.',
  options: [help, hiddenVersion],
  examples: [],
  words: true,
};

const doctorTuiCommand: CommandSpec = {
  path: ['doctor', 'tui'],
  usage: 'agent doctor tui [path]',
  positional: 'file',
  summary: 'Check tui.toml alone, or the file at this path.',
  options: [help, hiddenVersion],
  examples: [],
  words: true,
};

const exportCommand: CommandSpec = {
  path: ['export'],
  usage: 'agent export [options] [sessionId]',
  positional: 'session',
  summary: 'Export a session as a ZIP or as one readable file; without id: the newest of this directory.',
  options: [
    help,
    hiddenVersion,
    {
      names: ['--output', '-o'],
      value: { label: 'path' },
      summary: 'file to write, or the directory to write it in; default: the current directory',
    },
    { names: ['--yes', '-y'], summary: 'do not ask whether the newest session is meant' },
    {
      names: ['--format'],
      value: { label: 'format', values: ['zip', ...readableFormats] },
      summary: 'zip (default), or one file with the conversation alone: html, markdown or json',
    },
    { names: ['--no-tools'], summary: 'of a file to read: leave the calls of tools out' },
    { names: ['--no-thinking'], summary: 'of a file to read: leave the thinking of the model out' },
    { names: ['--no-include-global-log'], summary: 'of a ZIP: leave the log of all sessions out' },
  ],
  examples: ['agent export session_01j8qg5y -o report.zip', 'agent export --format html --no-thinking'],
  words: true,
};

const helpCommand: CommandSpec = {
  path: ['help'],
  usage: 'agent help [subcommand]',
  summary: 'Show help for the program or one of its subcommands.',
  options: [
    help,
    hiddenVersion,
    { names: ['--man'], summary: 'print the manual page of the program, as its source: agent help --man | man -l -' },
  ],
  examples: ['agent help web'],
  words: true,
};

const loginCommand: CommandSpec = {
  path: ['login'],
  usage: 'agent login',
  summary: 'Log in to the managed account with a code that you confirm in a browser.',
  options: [help, hiddenVersion],
  examples: [],
};

export const serverKillCommand: CommandSpec = {
  path: ['server', 'kill'],
  hidden: true,
  usage: 'agent server kill',
  summary: 'Stop a server that a version before 0.28.0 started in this home (deprecated).',
  options: [help, hiddenVersion],
  examples: [],
};

const visCommand: CommandSpec = {
  path: ['vis'],
  usage: 'agent vis [options] [sessionId | file.zip]',
  positional: 'session',
  summary: 'Look into sessions in a browser: timeline, context, tools, events; reads only, needs no server.',
  options: [
    help,
    hiddenVersion,
    { names: ['--port'], value: { label: 'port' }, summary: 'port to listen on; default: any free one' },
    { names: ['--host'], value: { label: 'host' }, summary: 'address to listen on; default 127.0.0.1' },
    { names: ['--no-open'], summary: 'print the address, open no browser' },
    {
      names: ['--out'],
      value: { label: 'path' },
      summary: 'write the session as one HTML file that opens without a server; a directory: into it',
    },
  ],
  examples: ['agent vis', 'agent vis report.zip', 'agent vis session_01j8qg5y --out session.html'],
  words: true,
};

/** All commands, sorted by path. */
export const commandSpecs: readonly CommandSpec[] = [
  mainCommand,
  ...[
    acpCommand,
    doctorCommand,
    doctorConfigCommand,
    doctorTuiCommand,
    ...completionCommands(help, hiddenVersion),
    exportCommand,
    helpCommand,
    ...installationCommands(help, hiddenVersion, webCommand.options),
    loginCommand,
    ...providerCommands(help, hiddenVersion),
    serverKillCommand,
    visCommand,
    webCommand,
    rotateTokenCommand,
  ].sort((a, b) => (a.path.join(' ') < b.path.join(' ') ? -1 : 1)),
];

/** Subcommands that only report their replacement. */
export const deprecatedCommands: readonly string[] = ['server'];
