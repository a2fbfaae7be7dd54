/** Sessions with a scripted model that changes files, each session in its own directory. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operations } from '../../schemas/generated/operations.js';
import type { ChangedFile } from '../../schemas/generated/types.js';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../helpers/daemon.js';
import { startModel, type ScriptedModel, type ScriptedReply } from '../helpers/model.js';
import { modelConfig } from '../helpers/turns.js';

export type Listed = Operations['listChanges']['data'];
export type Query = Partial<Operations['listChanges']['query']>;

export let daemon: TestDaemon;
export let model: ScriptedModel;

export async function start(config = '', more: TestDaemonOptions = {}): Promise<void> {
  model = await startModel();
  const settings = `default_permission_mode = "auto"\n`;
  daemon = await startTestDaemon({ config: modelConfig(model.baseUrl, settings) + config, ...more });
}

export async function stop(): Promise<void> {
  await daemon.close();
  model.checkInvariants();
  await model.close();
}

export const bash = (command: string): ScriptedReply => ({ calls: [{ name: 'Bash', input: { command } }] });
export const write = (path: string, content: string): ScriptedReply => ({
  calls: [{ name: 'Write', input: { path, content } }],
});

/** A session and its directory. */
export interface Work {
  id: string;
  at(name: string): string;
  put(name: string, content: string | Buffer): void;
  text(name: string): string;
  /** runs one turn in which the model makes these calls, one per step */
  turn(...replies: ScriptedReply[]): Promise<void>;
  changes(query?: Query): Promise<Listed>;
  /** returns the changes of a file, with hunks */
  item(name: string, query?: Query): Promise<ChangedFile>;
  /** returns status, line counts and name of each file */
  short(query?: Query): Promise<string[]>;
  revert(name: string, more?: Record<string, unknown>): Promise<Operations['revertChange']['data']>;
  unrevert(id: string): Promise<Operations['unrevertChange']['data']>;
  undo(count?: number): Promise<void>;
  redo(): Promise<void>;
}

let number = 0;

export async function work(title = 'Work'): Promise<Work> {
  const directory = join(daemon.cwd, `work${++number}`);
  mkdirSync(directory);
  const { id } = await daemon.createSession({ title, metadata: { cwd: directory } });
  const session = daemon.session(id);
  const at = (name: string): string => join(directory, name);
  const changes = (query: Query = {}) => daemon.ok('listChanges', { ...session, query });
  const item = async (name: string, query: Query = {}): Promise<ChangedFile> => {
    const [file] = (await changes({ ...query, path: at(name), hunks: true })).files;
    if (!file) throw new Error(`${name} is not listed`);
    return file;
  };
  return {
    id,
    at,
    put(name, content) {
      mkdirSync(join(at(name), '..'), { recursive: true });
      writeFileSync(at(name), content);
    },
    text: (name) => readFileSync(at(name), 'utf8'),
    async turn(...replies) {
      model.reply(...replies, { text: 'done' });
      await daemon.run(id, 'please');
    },
    changes,
    item,
    short: async (query) =>
      (await changes(query)).files.map(
        ({ status, added, removed, path }) => `${status} +${added} -${removed} ${path.slice(directory.length + 1)}`,
      ),
    async revert(name, more = {}) {
      const from = 'from_turn' in more ? { from_turn: Number(more['from_turn']) } : {};
      const { sha256 } = await item(name, from);
      return daemon.ok('revertChange', { ...session, body: { path: at(name), sha256, ...more } });
    },
    unrevert: (revertId) => daemon.ok('unrevertChange', { ...session, body: { revert_id: revertId } }),
    undo: async (count = 1) =>
      void (await daemon.ok('undoSession', { ...session, body: { count, restore_files: true } })),
    redo: async () => void (await daemon.ok('redoSession', { ...session, body: {} })),
  };
}
