/** Trials of `changes`. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { one } from '../situations.js';
import { withBody, withQuery, type Prepare, type Provoke, type Trials } from '../trials.js';
import type { World } from '../world.js';

const sha = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Creates a session whose agent wrote a file. */
async function written({ daemon }: World): Promise<{ session_id: string; path: string; sha256: string }> {
  const path = join(daemon.cwd, `changed${Math.random()}.txt`);
  const { id } = await daemon.createSession({ agent_config: { permission_mode: 'yolo' } });
  await daemon.run(id, `write ${path}: by the agent`);
  const [file] = (await daemon.ok('listChanges', { ...daemon.session(id), query: { path } })).files;
  return { session_id: id, path, sha256: file?.sha256 ?? '' };
}

const revertible: Prepare = async (world) => {
  const { session_id, path, sha256 } = await written(world);
  return { params: { session_id }, body: { path, sha256 } };
};

const reverted: Prepare = async (world) => {
  const { params, body } = await revertible(world);
  const session = { params: { session_id: params?.['session_id'] ?? '' } };
  const { revert_id } = await world.daemon.ok('revertChange', { ...session, body });
  return { ...session, body: { revert_id } };
};

/** The user changes the file after the agent wrote it. */
const changedFile: Provoke = async ({ world, call }) => {
  const { session_id, path, sha256 } = await written(world);
  const session = world.daemon.session(session_id);
  writeFileSync(path, 'by the user');
  return call({ ...session, body: { path, sha256 } });
};

const changedRevert: Provoke = async ({ world, call }) => {
  const { session_id, path, sha256 } = await written(world);
  const session = world.daemon.session(session_id);
  const { revert_id } = await world.daemon.ok('revertChange', { ...session, body: { path, sha256 } });
  writeFileSync(path, 'by the user');
  return call({ ...session, body: { revert_id } });
};

export const changes = {
  listChanges: {
    good: one({ query: { hunks: true } }),
    errors: { VALIDATION_FAILED: withQuery({ from_turn: 7 }) },
  },
  revertChange: {
    good: revertible,
    errors: {
      FS_PATH_NOT_FOUND: withBody({ path: '/nowhere/at/all', sha256: sha('') }),
      SESSION_FILES_CHANGED: changedFile,
    },
  },
  unrevertChange: {
    good: reverted,
    errors: {
      RESOURCE_NOT_FOUND: withBody({ revert_id: 'revert_none' }),
      SESSION_FILES_CHANGED: changedRevert,
    },
  },
} satisfies Trials;
