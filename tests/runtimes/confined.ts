/** Sets up runtime `sandbox` for a suite, and runs commands in it. */
import { afterEach, beforeEach } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createRuntimes,
  type Confinement,
  type Runtimes,
  type SandboxSettings,
} from '../../daemon/runtimes/runtimes.js';
import { startShell, stopsFinished, type ShellProcess } from '../../daemon/tools/process.js';
import { call, createPlace, type Place } from '../tools/fake.js';
import { machine } from './machine.js';
import { sandboxDefaults } from './settings.js';

export let place: Place;
export let runtimes: Runtimes;
export let settings: SandboxSettings;

/** Registers the set-up of each test. */
export function useSandbox(): void {
  beforeEach(() => {
    place = createPlace();
    settings = { ...sandboxDefaults, network: 'off' };
    runtimes = createRuntimes({ home: place.home, ...machine, settings: () => settings });
    mkdirSync(join(session(), 'tasks'), { recursive: true });
  });
  afterEach(async () => {
    await stopsFinished();
    await runtimes.release('session_test');
    place.remove();
  });
}

export const configure = (more: Partial<SandboxSettings>): void => void (settings = { ...settings, ...more });

export const session = (): string => join(place.home, 'sessions/session_test');

export const put = (file: string, text = ''): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

async function confined(workspace = [place.cwd], sessionId = 'session_test'): Promise<Confinement> {
  const found = await runtimes.confine({
    runtimeId: 'sandbox',
    profile: 'workspace',
    sessionId,
    toolCallId: 'call_1',
    home: place.home,
    userHome: place.userHome,
    sessionDirectory: session(),
    workspace,
  });
  if (!found) throw new Error('this machine contains commands');
  return found;
}

/** Starts a command in the sandbox without waiting for its end. */
export const start = async (command: string): Promise<ShellProcess> =>
  await startShell({
    shell: '/bin/sh',
    command,
    cwd: place.cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    directory: session(),
    confinement: await confined(),
  });

/** Runs a call of Bash to its end. */
export async function run(
  command: string,
  over: { workspace?: string[]; sessionId?: string; env?: Record<string, string> } = {},
): Promise<{ output: string; display: unknown; failed: boolean }> {
  const { workspace = [place.cwd], sessionId, env } = over;
  const context = {
    confinement: () => confined(workspace, sessionId),
    mayLeave: true,
    workspace,
    cwd: workspace[0] ?? '',
    ...(env && { env: { ...place.run().env, ...env } }),
  };
  const result = await call(place, 'Bash', { command }, context);
  return { output: String(result.output), display: result.display, failed: result.isError === true };
}
