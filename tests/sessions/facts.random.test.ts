/** For random logs, applying each event gives the same memory as loading; so do undo, redo and forks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { applyEvent } from '../../daemon/sessions/facts/index.js';
import { createFork } from '../../daemon/sessions/lifecycle/fork.js';
import { createLoader } from '../../daemon/sessions/live/load.js';
import type { LiveAgent, LiveSession } from '../../daemon/sessions/live/state.js';
import { openDatabase } from '../../daemon/sessions/log/database.js';
import { createHub } from '../../daemon/sessions/log/hub.js';
import { createLog } from '../../daemon/sessions/log/log.js';
import { createMessages } from '../../daemon/sessions/messages/messages.js';
import { createLeases } from '../../daemon/sessions/peers/leases.js';
import { createStore, type SessionRow } from '../../daemon/sessions/store.js';
import { createRedo } from '../../daemon/sessions/undo/rewind.js';
import { createUndo, mainOf, type Rewinding } from '../../daemon/sessions/undo/undo.js';
import { createWorkspaces } from '../../daemon/sessions/workspaces/workspaces.js';
import type { NewEvent } from '../../schemas/generated/events.js';
import { createRandom } from '../chaos/random.js';
import { rounds } from '../helpers/rounds.js';
import { createActions } from './facts.actions.js';
import { sessionAtStart } from './fresh.fixture.js';

const seeds = Array.from({ length: rounds(6, 400) }, (_, seed) => seed + 1);

/** Returns what the log determines of an agent, without counts since its load and the step of an unfinished turn. */
function shownAgent(agent: LiveAgent): object {
  const { entries, lastEnd, usage, gauge, anchor } = agent;
  const { step: _step, ...end } = lastEnd ?? {};
  return {
    ...conversation(agent),
    kind: agent.kind,
    parentId: agent.parentId,
    label: agent.label,
    depth: agent.depth,
    disposed: agent.disposed,
    binding: agent.binding,
    systemBody: agent.systemBody,
    rendered: agent.rendered,
    listed: agent.listed,
    tools: agent.tools,
    noted: agent.noted,
    takenBack: agent.takenBack,
    refusedImages: agent.refusedImages,
    earlierSkills: agent.earlierSkills,
    anchor,
    counted: { later: gauge.later, all: gauge.all },
    lastTurn: agent.lastTurn,
    lastEnd: end,
    endedAt: agent.endedAt,
    paused: agent.paused,
    families: entries.map(({ family }) => family),
    // a request for a title adds a cost to a model, but none of its tokens
    usage: new Map(
      Object.entries(usage.byModel).filter(([, tokens]) => Object.values(tokens).some((count) => count > 0)),
    ),
    turnUsage: usage.turn,
  };
}

/** Returns what a fork copies up to its cut. */
function conversation({ entries, memory, anchor }: LiveAgent): object {
  return {
    // the prompt of a tool message follows from the turn of its row
    messages: entries.map(({ message: { prompt_id: _prompt, session_id: _session, ...message } }) => message),
    todos: memory.todos,
    plan: memory.plan,
    seen: [...memory.seen].sort(([a], [b]) => (a < b ? -1 : 1)),
    counted: anchor && { messageId: anchor.messageId, tokens: anchor.tokens },
  };
}

function shownSession(session: LiveSession): object {
  const { goal, work, open } = session;
  return {
    workspace: session.workspace,
    model: session.model,
    thinking: session.thinking,
    mode: session.mode,
    runtimeId: session.runtimeId,
    rules: session.rules,
    launchDenials: session.launchDenials,
    archived: session.archived,
    goal: goal && { snapshot: goal.snapshot, since: goal.since },
    goalQueue: session.goalQueue,
    jobs: session.jobs,
    calls: session.calls,
    nextAgent: session.nextAgent,
    lastSeq: session.lastSeq,
    open,
    work,
  };
}

function openTrial(seed: number) {
  const directory = mkdtempSync(join(tmpdir(), 'agent-facts-'));
  const db = openDatabase({ path: join(directory, 'agent.db') });
  let clock = 1_700_000_000_000;
  const now = () => (clock += 1);
  let count = 0;
  const newId = (prefix: string) => `${prefix}_${(count += 1)}`;
  const leases = createLeases({ db, serverId: 'me', pid: process.pid, now, processAlive: () => true });
  const log = createLog({ db, hub: createHub(), serverId: 'me', now, epoch: () => 'ep_0' });
  const store = createStore({ db, leases, contextLimit: () => undefined });
  const messages = createMessages(db);
  const loader = createLoader(db, messages);
  const workspaces = createWorkspaces({ db, log, now });
  const ref = { key: 7, id: 'session_a', epoch: 'ep_1' };
  workspaces.open('/w', undefined, (workspaceId) => {
    db.prepare(
      `INSERT INTO sessions (key, id, epoch, owner, workspace_id, cwd, created_at, updated_at, permission_mode) VALUES (7, ?, ?, 'me', ?, '/w', 0, 0, 'auto')`,
    ).run(ref.id, ref.epoch, workspaceId);
  });
  const session = sessionAtStart(ref, now(), rowOf(ref.id).workspace_id);

  function rowOf(id: string): SessionRow {
    return store.row(id) as SessionRow;
  }

  function record(into: LiveSession, events: NewEvent[]): void {
    for (const frame of log.append(into.ref, events)) {
      into.lastSeq = frame.seq;
      applyEvent(into, frame.payload, frame.time);
    }
  }

  const fork = createFork(
    { db, log, store, workspaces, serverId: 'me', now, newId, sessionDirectory: (id) => join(directory, id) },
    { repair: () => undefined, load: (id) => loader.load(rowOf(id), now()), record },
    messages,
  );
  record(session, [{ type: 'agent.created', agentId: 'main', agentKind: 'main' }]);
  return {
    session,
    random: createRandom(seed),
    now,
    newId,
    record: (events: NewEvent[]) => record(session, events),
    undo: createUndo({ db }, loader.reread),
    redo: createRedo({ db }, loader.reread),
    fork,
    load: (id: string) => loader.load(rowOf(id), now()),
    loadAgent: (agentId: string) => loader.agent(ref, agentId),
    close() {
      leases.close();
      db.close();
      rmSync(directory, { recursive: true });
    },
  };
}

test.each(seeds)('log %d', async (seed) => {
  const trial = openTrial(seed);
  const { session, random, record } = trial;
  const actions = createActions(trial);
  /** the main agent's conversation at the end of each turn */
  const left = new Map<number, object>();

  function same(): void {
    const loaded = trial.load(session.ref.id);
    expect(shownSession(loaded)).toEqual(shownSession(session));
    for (const agent of session.agents.values()) {
      const stored = trial.loadAgent(agent.id) as LiveAgent;
      expect({ id: agent.id, ...shownAgent(stored) }).toEqual({ id: agent.id, ...shownAgent(agent) });
      // ids of calls that were undone stay reserved while the session is in memory
      for (const call of stored.usedCalls) expect(agent.usedCalls).toContain(call);
    }
  }

  function rewind(find: () => Rewinding): void {
    let rewinding: Rewinding;
    try {
      rewinding = find();
    } catch {
      // this log has nothing to undo or redo
      return;
    }
    record(rewinding.events());
    rewinding.settle();
    left.clear();
  }

  async function fork(): Promise<void> {
    const turns = [...left.keys()];
    const turn = turns.length > 0 && random.chance(0.5) ? random.pick(turns) : undefined;
    const copy = await trial.fork(session.ref.id, turn === undefined ? {} : { turn_id: turn });
    const loaded = trial.load(copy.id);
    expect(conversation(mainOf(loaded))).toEqual(turn === undefined ? conversation(mainOf(session)) : left.get(turn));
    expect(loaded).toMatchObject({
      workspace: session.workspace,
      model: session.model,
      mode: session.mode,
      runtimeId: session.runtimeId,
      launchDenials: session.launchDenials,
      rules: [],
      goalQueue: [],
      jobs: new Map(),
    });
    expect(loaded.goal).toBeUndefined();
    expect(mainOf(loaded).usage.byModel).toEqual({});
  }

  try {
    for (let count = 0; count < 60; count += 1) {
      const ended = actions.next();
      if (ended !== undefined) left.set(ended, structuredClone(conversation(mainOf(session))));
      if (actions.isIdle()) {
        if (random.chance(0.1)) rewind(() => trial.undo(session, random.between(1, 2)));
        if (random.chance(0.1)) rewind(() => trial.redo(session));
        if (random.chance(0.08)) await fork();
      }
      if (random.chance(0.4)) same();
    }
    same();
    expect(actions.kinds.size).toBeGreaterThan(20);
  } finally {
    trial.close();
  }
});
