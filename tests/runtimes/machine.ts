/** Whether the machine of the tests can contain commands. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../../daemon/runtimes/probe.js';

export const machine = { env: process.env, platform: process.platform, architecture: process.arch };

const directory = mkdtempSync(join(tmpdir(), 'agent-filter-'));
export const { available } = await probe({ ...machine, directory });
rmSync(directory, { recursive: true, force: true });
