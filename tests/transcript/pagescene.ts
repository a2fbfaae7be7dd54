/** Daemons for tests that read transcripts page by page, and readers of a page (rest.md 11). */
import { afterEach } from '@jest/globals';
import type { TranscriptItem, TranscriptTurn } from '../../schemas/generated/types.js';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { type Page } from './clients.js';

const daemons: TestDaemon[] = [];
export async function start(options: TestDaemonOptions = {}): Promise<TestDaemon> {
  const daemon = await startTestDaemon(options);
  daemons.push(daemon);
  return daemon;
}
afterEach(async () => {
  for (const daemon of daemons.splice(0).reverse()) await daemon.close();
});

export const yolo = { agent_config: { permission_mode: 'yolo' } };
export const ids = ({ items }: Page) =>
  items.map((item: TranscriptItem) =>
    item.kind === 'turn' ? item.turnId : item.kind === 'marker' ? item.marker : 'task',
  );
export const turns = ({ items }: Page) => items.filter((item): item is TranscriptTurn => item.kind === 'turn');
export const frames = (turn: TranscriptTurn | undefined) => turn?.steps.flatMap((step) => step.frames) ?? [];
