/** The capabilities of bridge and editor, as `initialize` exchanges them (acp-cli.md 1.3). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitializeResponse } from '@agentclientprotocol/sdk';
import { homeLayout } from '../../schemas/instances.js';
import type { Environment } from '../home.js';
import { invalid } from './failures.js';
import { isRecord, recordIn, type Params } from './params.js';

/** The capabilities of the editor; the bridge sends nothing that needs a missing one. */
export interface EditorCapabilities {
  readTextFile: boolean;
  writeTextFile: boolean;
  terminalOutput: boolean;
  terminalLogin: boolean;
  /** runs a login command in a terminal, in the older form */
  terminalAuth: boolean;
  forms: boolean;
  urls: boolean;
  notices: boolean;
  compaction: boolean;
  subagents: boolean;
}

/** Key of this program's own metadata. */
export const ownMeta = 'agent-code';

export function capabilitiesIn(params: Params): EditorCapabilities {
  const given = recordIn(params, 'clientCapabilities');
  const files = recordIn(given, 'fs');
  const meta = recordIn(given, '_meta');
  const elicitation = recordIn(given, 'elicitation');
  const session = recordIn(given, 'session');
  return {
    readTextFile: files['readTextFile'] === true,
    writeTextFile: files['writeTextFile'] === true,
    terminalOutput: meta['terminal_output'] === true,
    terminalLogin: recordIn(given, 'auth')['terminal'] === true,
    terminalAuth: meta['terminal-auth'] === true,
    forms: isRecord(elicitation['form']),
    urls: isRecord(elicitation['url']),
    notices: isRecord(session['notices']),
    compaction: isRecord(session['compaction']),
    subagents: recordIn(meta, ownMeta)['subagents'] === true,
  };
}

export interface Identity {
  name: string;
  title: string;
}

export function initializeAnswer(
  params: Params,
  capabilities: EditorCapabilities,
  program: { identity: Identity; version: string; command: string; args: string[] },
): InitializeResponse {
  if (!Number.isInteger(params['protocolVersion'])) throw invalid('protocolVersion', 'must be an integer');
  const { identity, version } = program;
  const description = 'Uses the account and the providers of this machine';
  const login = {
    id: 'login',
    name: 'Log in',
    description,
    ...(capabilities.terminalAuth && {
      _meta: {
        'terminal-auth': { command: program.command, args: [...program.args, 'login'], label: 'agent login' },
      },
    }),
  };
  const terminal = { id: 'login-terminal', type: 'terminal' as const, name: 'Log in in a terminal', args: ['--login'] };
  return {
    protocolVersion: 1,
    agentInfo: { ...identity, version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: {
        list: {},
        resume: {},
        close: {},
        delete: {},
        additionalDirectories: {},
        // not in the stable protocol, whose clients ignore unknown fields
        ...{ fork: {} },
      },
      auth: { logout: {} },
      _meta: { [ownMeta]: { steering: true, subagents: true } },
    },
    authMethods: [login, ...(capabilities.terminalLogin ? [terminal] : [])],
  };
}

/** Returns the configured name of the program; the server reports a broken file. */
export async function readIdentity(home: string, env: Environment): Promise<Identity> {
  const text = await readFile(join(home, homeLayout.configFile), 'utf8').catch(() => '');
  const named = /^\s*\[?\s*identity\b/m.test(text) ? await identityIn(text) : {};
  const title = textOf(env['AGENT_CODE_IDENTITY_NAME']) ?? textOf(named['name']) ?? 'Agent';
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return { title, name: textOf(env['AGENT_CODE_IDENTITY_SLUG']) ?? textOf(named['slug']) ?? (slug || 'agent') };
}

async function identityIn(text: string): Promise<Params> {
  try {
    const { default: toml } = await import('toml');
    return recordIn(toml.parse(text), 'identity');
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
