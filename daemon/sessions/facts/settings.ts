/** Settings of a session: model, thinking, permissions, directories, and where its commands run. */
import type { SessionPermissionRule } from '../../../schemas/generated/types.js';
import type { LiveSession } from '../live/state.js';
import type { Fact } from './fact.js';

/** System prompts list the directories (engine.md 3.5) and describe where commands run (runtimes.md 9.1). */
function dropPrompts(session: LiveSession): void {
  for (const agent of session.agents.values()) delete agent.rendered;
}

export const settings = {
  session: {
    'model.changed': (session, { model, named }) => {
      session.model = { alias: model, named };
    },
    'thinking.changed': (session, { thinking }) => {
      session.thinking = thinking;
    },
    'permission.mode.changed': (session, { mode }) => {
      session.mode = mode;
    },
    'rules.changed': (session, { rules }) => {
      session.rules = rules;
    },
    'launch.denials': (session, { patterns }) => {
      session.launchDenials = patterns;
    },
    'directories.changed': (session, { directories }) => {
      session.workspace = [session.cwd, ...directories];
      dropPrompts(session);
    },
    'runtime.changed': (session, { runtimeId }) => {
      session.runtimeId = runtimeId as LiveSession['runtimeId'];
      dropPrompts(session);
    },
  },
  tables(db) {
    const set = (columns: string) => db.prepare(`UPDATE sessions SET ${columns} WHERE key = ?`);
    const touched = 'updated_at = max(updated_at, ?)';
    const model = set(`model = ?, model_named = ?, ${touched}`);
    const thinking = set(`thinking = ?, ${touched}`);
    const mode = set(`permission_mode = ?, ${touched}`);
    const rules = set(`rules = ?, ${touched}`);
    const denials = set('launch_denials = ?');
    const runtime = set(`runtime_id = ?, ${touched}`);
    const directories = set('directories = ?');
    const stale = db.prepare('UPDATE agents SET rendered = NULL WHERE session_key = ?');
    return {
      'model.changed': ({ key, time }, event) => void model.run(event.model, event.named ? 1 : 0, time, key),
      'thinking.changed': ({ key, time }, event) => void thinking.run(event.thinking, time, key),
      'permission.mode.changed': ({ key, time }, event) => void mode.run(event.mode, time, key),
      'rules.changed': ({ key, time }, event) => void rules.run(JSON.stringify(event.rules), time, key),
      'launch.denials': ({ key }, { patterns }) => void denials.run(JSON.stringify(patterns), key),
      'directories.changed': ({ key }, event) => {
        directories.run(JSON.stringify(event.directories), key);
        stale.run(key);
      },
      'runtime.changed': ({ key, time }, { runtimeId }) => {
        runtime.run(runtimeId, time, key);
        stale.run(key);
      },
    };
  },
  load: () => ({
    session(session, row) {
      session.workspace = [row.cwd, ...(JSON.parse(row.directories) as string[])];
      session.model = { alias: row.model, named: row.model_named === 1 };
      if (row.thinking !== null) session.thinking = row.thinking;
      session.mode = row.permission_mode;
      session.runtimeId = row.runtime_id;
      session.rules = JSON.parse(row.rules) as SessionPermissionRule[];
      session.launchDenials = JSON.parse(row.launch_denials) as string[];
    },
  }),
  // a fork does not copy permission rules: the user granted them for one session
  fork: {
    session: {
      model: 's.model',
      model_named: 's.model_named',
      thinking: 's.thinking',
      permission_mode: 's.permission_mode',
      launch_denials: 's.launch_denials',
      directories: 's.directories',
      runtime_id: 's.runtime_id',
    },
  },
} satisfies Fact;
