/** Runs hooks without a session, on fixed facts and in a separate directory. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import type { NewEvent } from '../../schemas/generated/events.js';
import { createBacklog, type Backlog } from '../../daemon/agent/hooks/backlog.js';
import { createHooks, type Hooks } from '../../daemon/agent/hooks/hooks.js';
import { createHookTable } from '../../daemon/agent/hooks/table.js';
import { stopsFinished } from '../../daemon/tools/process.js';
import { recordInto, type HookEntry, type Recording } from './hooks.fixture.js';

export let folder: string;
export let cwd: string;
export let recording: Recording;
/** events that hooks recorded */
export let recorded: NewEvent[];
/** events whose hooks were dropped */
export let dropped: string[];
export let backlog: Backlog;

/** Creates the directory of each test, and afterwards stops the hooks that still run. */
export function useBench(): void {
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-hooks-')));
    cwd = join(folder, 'work');
    mkdirSync(cwd);
    recording = recordInto(join(folder, 'told'));
    recorded = [];
    dropped = [];
    backlog = createBacklog();
  });
  afterEach(async () => {
    backlog.stop();
    await backlog.idle();
    await stopsFinished();
    rmSync(folder, { recursive: true, force: true });
  });
}

export function hooksOf(entries: HookEntry[], over: { cwd?: string; shell?: string } = {}): Hooks {
  const table = createHookTable(entries);
  return createHooks({
    agentId: 'main',
    turnId: 7,
    table: () => table,
    facts: () => ({
      session_id: 'session_1',
      session_title: 'A title',
      client_type: 'api',
      cwd,
      permission_mode: 'manual',
      runtime_id: 'local',
      profile: 'full',
    }),
    command: () => ({
      shell: '/bin/sh',
      cwd,
      env: { PATH: process.env['PATH'] ?? '', WHO: 'me' },
      directory: join(folder, 'private'),
      ...over,
    }),
    backlog,
    record: (events) => void recorded.push(...events),
    dropped: (event) => void dropped.push(event),
    reportDefect: (error) => {
      throw error;
    },
  });
}

export const callFields = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_call_id: 'c1', agent_id: 'main' };
export const before = (command: string, more: Partial<HookEntry> = {}): HookEntry => ({
  event: 'PreToolUse',
  command,
  ...more,
});
export const ask = (hooks: Hooks, subject = 'Bash', signal?: AbortSignal) =>
  hooks.run('PreToolUse', subject, callFields, signal);
export const warnings = (events: NewEvent[]) =>
  events.flatMap((event) => (event.type === 'warning' ? [[event.code, event.message]] : []));
export const results = (events: NewEvent[]) =>
  events.flatMap((event) => (event.type === 'hook.result' ? [[event.hookEvent, event.content, event.blocked]] : []));
