/** FetchURL in tests: a local site and its host names, and a session that calls the tool. */
import { afterEach, beforeEach } from '@jest/globals';
import type { Outside } from '../../daemon/web/hosts.js';
import { bentWorld, publicAddress, startSite, type Site } from '../helpers/site.js';
import { startTrial, type EventFrame, type Talk, type Trial } from '../helpers/turns.js';

interface Result {
  output: string;
  isError?: boolean;
  display?: Record<string, unknown>;
  outputPath?: string;
  truncated?: boolean;
}

export const MiB = 1024 * 1024;
const hidden = '10.11.12.13';

export let site: Site;
export let trial: Trial | undefined;
export let world: ReturnType<typeof bentWorld>;

export async function begin(config?: string, more: Partial<Outside> = {}): Promise<Talk> {
  trial = await startTrial({
    web: { ...world, ...more },
    ...(config === undefined ? {} : { config }),
  });
  return trial.talk();
}

/** Returns the first result of a prompt. */
export function resultOf(frames: readonly EventFrame[], from = 0): Result {
  const found = frames.slice(from).find(({ type }) => type === 'tool.result');
  if (!found) throw new Error('there is no result');
  return found.payload as unknown as Result;
}

export async function get(talk: Talk, url: string): Promise<Result> {
  const from = talk.frames.length;
  await talk.run(`call FetchURL ${JSON.stringify({ url })}`);
  return resultOf(talk.frames, from);
}

/** Registers hooks that create a site and its host names for each test. */
export function useSite(): void {
  beforeEach(async () => {
    site = await startSite();
    world = bentWorld({
      'hidden.example': [[hidden]],
      'mixed.example': [[publicAddress, hidden]],
      'rebind.example': [[publicAddress], ['127.0.0.1']],
      'six.example': [['2606:2800:21f:cb07:6820:80da:af6b:8b2c']],
      'mapped.example': [['::ffff:127.0.0.1']],
      'empty.example': [[]],
      'gone.example': [],
    });
  });
  afterEach(async () => {
    await trial?.close();
    trial = undefined;
    await site.close();
  });
}
