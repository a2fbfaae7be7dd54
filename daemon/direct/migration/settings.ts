/** Reads settings of another installation or assistant: configuration, MCP servers, skills, history (cli.md 5.6). */
import { homedir } from 'node:os';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseToml } from '../../../schemas/toml/document.js';
import type { MigrationKind } from '../../../schemas/migration.js';
import { errorCode } from '../../base/fs/errno.js';
import { isRow, rowAt, textAt, type Row } from './conversation.js';

export interface FoundSettings {
  /** in the form of `config.toml` and `tui.toml` */
  config: Row;
  tui: Row;
  /** by name, in the form of `mcp.json` */
  servers: Map<string, Row>;
  /** absolute directories */
  skills: string[];
  /** absolute files */
  histories: string[];
  /** what could not be read, for the user */
  problems: string[];
}

export async function findSettings(kind: MigrationKind, path: string): Promise<FoundSettings> {
  const found: FoundSettings = { config: {}, tui: {}, servers: new Map(), skills: [], histories: [], problems: [] };
  const read = async (file: string): Promise<Row> => {
    try {
      const text = await readFile(file, 'utf8');
      const value: unknown = file.endsWith('.toml') ? parseToml(text) : JSON.parse(text);
      return isRow(value) ? value : {};
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') found.problems.push(`${file}: it cannot be read`);
      return {};
    }
  };
  const servers = (entries: Row | undefined): void => {
    for (const [name, entry] of Object.entries(entries ?? {}))
      if (isRow(entry)) found.servers.set(name, serverOf(entry));
  };
  switch (kind) {
    case 'legacy': {
      const toml = await read(join(path, 'config.toml'));
      const old = Object.keys(toml).length > 0 ? toml : await read(join(path, 'config.json'));
      Object.assign(found, renamed(old));
      servers(rowAt(await read(join(path, 'mcp.json')), 'mcpServers'));
      found.skills = await childrenOf(join(path, 'skills'), true);
      found.histories = await childrenOf(join(path, 'user-history'), false);
      break;
    }
    case 'claude':
      // beside the directory, or in it when a variable names the directory
      for (const file of [join(path, '.claude.json'), join(dirname(path), '.claude.json')])
        if (found.servers.size === 0) servers(rowAt(await read(file), 'mcpServers'));
      break;
    case 'codex':
      servers(rowAt(await read(join(path, 'config.toml')), 'mcp_servers'));
      break;
    case 'gemini':
      servers(rowAt(await read(join(path, 'settings.json')), 'mcpServers'));
      break;
    case 'kimi':
      servers(rowAt(await read(join(path, 'mcp.json')), 'mcpServers'));
      break;
    case 'opencode':
      // in the directory itself, or in the configuration directory that belongs to ~/.local/share/opencode
      for (const file of [join(path, 'opencode.json'), join(path, '../../../.config/opencode/opencode.json')])
        if (found.servers.size === 0) servers(rowAt(await read(file), 'mcp'));
      break;
  }
  return found;
}

async function childrenOf(directory: string, directories: boolean): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  });
  return entries
    .filter((entry) => (directories ? entry.isDirectory() : entry.isFile()) && !entry.name.startsWith('.'))
    .map(({ name }) => join(directory, name))
    .sort();
}

/** Fields of other programs, with the names that they have here; other names stay. */
const serverFields: Readonly<Record<string, string>> = {
  http_headers: 'headers',
  httpUrl: 'url',
  bearer_token_env_var: 'bearerTokenEnvVar',
  enabled_tools: 'enabledTools',
  includeTools: 'enabledTools',
  disabled_tools: 'disabledTools',
  excludeTools: 'disabledTools',
  environment: 'env',
};

/** Values of `type` in other programs. */
const transports: Readonly<Record<string, string>> = { local: 'stdio', remote: 'http' };

function serverOf(entry: Row): Row {
  const { type: kind, command, ...others } = entry;
  const type = transports[String(kind)] ?? kind;
  // the program and its arguments may be one list
  const [program, ...args] = Array.isArray(command) ? (command as unknown[]) : [command];
  const rest = {
    ...others,
    ...(program === undefined ? {} : { command: program }),
    ...(args.length > 0 ? { args } : {}),
  };
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [serverFields[name] ?? name, value]));
  const transport = fields['transport'] ?? type ?? (textAt(fields, 'command') === '' ? 'http' : 'stdio');
  return { ...fields, transport };
}

/** The old configuration with the current names. */
function renamed(old: Row): Pick<FoundSettings, 'config' | 'tui'> {
  const { theme, editor, yolo, default_yolo: defaultYolo, default_thinking: thinking, ...config } = old;
  const isYolo = (defaultYolo ?? yolo) === true;
  const { max_steps_per_run: steps, max_retries_per_step: retries, ...loop } = rowAt(config, 'loop_control') ?? {};
  const limits = {
    ...(typeof steps === 'number' ? { max_steps_per_turn: Math.max(0, steps) } : {}),
    ...(typeof retries === 'number' ? { max_attempts_per_step: Math.max(1, retries) } : {}),
    ...loop,
  };
  return {
    config: {
      ...(isYolo ? { default_permission_mode: 'yolo' } : {}),
      ...(typeof thinking === 'boolean' ? { thinking: { enabled: thinking, ...rowAt(config, 'thinking') } } : {}),
      ...config,
      ...(Object.keys(limits).length > 0 ? { loop_control: limits } : {}),
    },
    tui: {
      ...(typeof theme === 'string' && theme !== '' ? { theme } : {}),
      ...(typeof editor === 'string' && editor !== '' ? { editor: { command: editor } } : {}),
    },
  };
}

/** Possible directories of an old installation's sessions, whose own directories are named after a digest of them. */
export async function knownDirectories(path: string): Promise<string[]> {
  const files = (await childrenOf(path, false)).filter((file) => file.endsWith('.json'));
  const lists = files.map(async (file) => {
    try {
      const value: unknown = JSON.parse(await readFile(file, 'utf8'));
      const listed = isRow(value) ? (value['work_dirs'] ?? value['directories']) : undefined;
      return Array.isArray(listed) ? listed.map((each) => (isRow(each) ? textAt(each, 'path') : String(each))) : [];
    } catch {
      // then its sessions belong to the user's home
      return [];
    }
  });
  return [...(await Promise.all(lists)).flat(), homedir()].filter((directory) => directory.startsWith('/'));
}
