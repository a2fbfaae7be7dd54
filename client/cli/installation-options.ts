/** The commands about the installation on this machine, as data. */
import { migrationSources } from '../../schemas/migration.js';
import type { CommandSpec, OptionSpec } from './options.js';

export function installationCommands(
  help: OptionSpec,
  version: OptionSpec,
  webOptions: readonly OptionSpec[],
): CommandSpec[] {
  const alone = [help, version];
  const served = webOptions.filter(({ names }) => names[0] !== '--no-open');
  const desktop: CommandSpec = {
    path: ['install-desktop'],
    usage: 'agent install-desktop',
    summary: 'Print the page of the desktop app, and open it in the browser.',
    options: alone,
    examples: [],
  };
  const upgrade: CommandSpec = {
    path: ['upgrade'],
    usage: 'agent upgrade [options]',
    summary: 'Ask for the newest version and install it the way this one was installed.',
    options: [help, version, { names: ['--yes', '-y'], summary: 'install without asking' }],
    examples: [],
  };
  const migrate: CommandSpec = {
    path: ['migrate'],
    usage: 'agent migrate [--from <source>] [directory] [options]',
    summary: 'Import sessions of another assistant, or without --from an old installation.',
    options: [
      ...alone,
      {
        names: ['--from'],
        value: { label: 'source', values: migrationSources },
        summary: `one of ${migrationSources.join(', ')}`,
      },
      { names: ['--since'], value: { label: 'date' }, summary: 'only sessions that were used since' },
      { names: ['--cwd'], value: { label: 'directory', kind: 'dir' }, summary: 'only sessions of this directory' },
      { names: ['--mcp'], summary: 'import the MCP servers of the source too; what they run is shown before' },
      { names: ['--list'], summary: 'print the sessions, one a line; nothing is written' },
      { names: ['--yes', '-y'], summary: 'import without asking' },
    ],
    examples: ['agent migrate', 'agent migrate --from claude --list', 'agent migrate --from codex --since 2026-01-01'],
    words: true,
    positional: 'dir',
  };
  return [
    migrate,
    { ...desktop, path: ['install-app'], usage: 'agent install-app', hidden: true },
    desktop,
    {
      path: ['service'],
      usage: 'agent service <install|remove|status|print>',
      summary: 'Run agent web as a service of your login: systemd on Linux, launchd on macOS.',
      options: alone,
      examples: ['agent service install --port 8080', 'agent service status'],
    },
    {
      path: ['service', 'install'],
      usage: 'agent service install [options of agent web]',
      summary: 'Write the file of the service, enable and start it.',
      options: served,
      examples: [],
    },
    {
      path: ['service', 'print'],
      usage: 'agent service print [options of agent web]',
      summary: 'Print the file of the service; nothing is written.',
      options: served,
      examples: [],
    },
    {
      path: ['service', 'remove'],
      usage: 'agent service remove',
      summary: 'Stop and disable the service and delete its file.',
      options: alone,
      examples: [],
    },
    {
      path: ['service', 'status'],
      usage: 'agent service status',
      summary: 'Print whether the service runs, its process and address; exit code 0 while it runs, else 1.',
      options: alone,
      examples: [],
    },
    { ...upgrade, path: ['update'], usage: 'agent update [options]', hidden: true },
    upgrade,
  ];
}

export function completionCommands(help: OptionSpec, version: OptionSpec): CommandSpec[] {
  return [
    {
      path: ['__where'],
      usage: 'agent __where',
      summary: 'Print where the server of this machine is, for a client on another one.',
      options: [help, version],
      examples: [],
      hidden: true,
    },
    {
      path: ['__complete'],
      usage: 'agent __complete <kind> [start]',
      summary: 'Values for shells that complete a command line.',
      options: [help, version],
      examples: [],
      words: true,
      hidden: true,
    },
    {
      path: ['completion'],
      usage: 'agent completion <bash|zsh|fish>',
      summary: 'Print a completion script for a shell.',
      options: [help, version],
      examples: ['eval "$(agent completion bash)"'],
      words: true,
      positional: ['bash', 'zsh', 'fish'],
    },
  ];
}
