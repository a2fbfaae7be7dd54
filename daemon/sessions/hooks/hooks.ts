/** The hooks of loaded sessions: created for each agent, notified of logged events and when a session is loaded or unloaded. */
import { join } from 'node:path';
import type { EventPayload, NewEvent } from '../../../schemas/generated/events.js';
import { taggedText } from '../../agent/hooks/answer.js';
import { createBacklog } from '../../agent/hooks/backlog.js';
import { createHooks, type Hooks } from '../../agent/hooks/hooks.js';
import type { Reminder } from '../../agent/turn.js';
import type { SessionDeps } from '../deps.js';
import { childEnvironment } from '../shells/environment.js';
import { hookCallsOf } from './hookevents.js';
import type { Recorder } from '../live/record.js';
import type { LiveAgent, LiveSession } from '../live/state.js';
import { waitAtMost } from '../../base/async/wait.js';

export interface SessionHooks {
  /** the hooks as an agent meets them; `turn` when it is in one */
  of(session: LiveSession, agentId: string, turn?: { turnId: number; mode(): LiveSession['mode'] }): Hooks;
  /** notifies of an event that was just applied */
  follow(session: LiveSession, event: EventPayload): void;
  /** the session came into memory */
  start(session: LiveSession, source: 'startup' | 'resume'): void;
  /** it goes; once, and only for a session that was there for more than a moment unless it is put away */
  end(session: LiveSession, reason: 'exit' | 'archive'): void;
  /** output of SessionStart hooks that no message has carried yet */
  takeNotes(session: LiveSession, agent: LiveAgent): Reminder[];
  /** settles when the SessionStart hooks are done or took too long; undefined when none runs */
  begun(session: LiveSession, agent: LiveAgent, signal: AbortSignal): Promise<void> | undefined;
  heartbeat(session: LiveSession): void;
  /** waits for hooks that run in the background, and stops the rest after that time */
  close(ms: number): Promise<void>;
}

/** Milliseconds that the first turn waits for the output of SessionStart hooks. */
const startMs = 5_000;

interface Life {
  /** in memory for more than the moment of one change */
  settled: boolean;
  over: boolean;
  starting?: Promise<void>;
  notes: string[];
  beating: boolean;
}

export function createSessionHooks(deps: SessionDeps, record: Recorder): SessionHooks {
  const backlog = createBacklog();
  const lives = new WeakMap<LiveSession, Life>();

  function lifeOf(session: LiveSession): Life {
    let life = lives.get(session);
    if (!life) lives.set(session, (life = { settled: false, over: false, notes: [], beating: false }));
    return life;
  }

  function of(session: LiveSession, agentId: string, turn?: { turnId: number; mode(): LiveSession['mode'] }): Hooks {
    return createHooks({
      agentId,
      ...(turn === undefined ? {} : { turnId: turn.turnId }),
      table: () => deps.settings().hooks,
      facts: () => ({
        session_id: session.ref.id,
        session_title: deps.store.row(session.ref.id)?.title ?? '',
        client_type: session.clientType,
        cwd: session.cwd,
        permission_mode: turn?.mode() ?? session.mode,
      }),
      command: () => ({
        shell: deps.shell,
        cwd: session.cwd,
        env: childEnvironment(deps, session),
        // a session's own directory may be deleted while its last hook runs
        directory: join(deps.home, 'server'),
      }),
      backlog,
      record: (events) => say(session, events),
      dropped(event) {
        deps.logger.warn(`too many hooks wait to be run; one for ${event} was left out`, {
          session_id: session.ref.id,
        });
      },
      reportDefect: (error) => deps.logger.error('a hook could not be run', { err: error, session_id: session.ref.id }),
    });
  }

  /** A session that is gone publishes no more warnings: then the log of the server records the failure. */
  function say(session: LiveSession, events: NewEvent[]): void {
    if (!session.dead) {
      record(session, events);
      return;
    }
    for (const event of events)
      if (event.type === 'warning') deps.logger.warn(event.message, { session_id: session.ref.id });
  }

  /** Runs after the change that brought the session: one that leaves again with it was only looked up. */
  async function begin(session: LiveSession, life: Life, source: 'startup' | 'resume'): Promise<void> {
    await new Promise(setImmediate);
    if (session.dead) return;
    life.settled = true;
    const outcome = await of(session, 'main').run('SessionStart', source, { source }, backlog.signal);
    if (outcome.events.length > 0) say(session, outcome.events);
    if (outcome.added !== undefined) life.notes.push(taggedText('SessionStart', outcome.added));
  }

  async function beat(session: LiveSession, life: Life): Promise<void> {
    try {
      const { events } = await of(session, 'main').run('SessionHeartbeat', undefined, {}, backlog.signal);
      if (events.length > 0) say(session, events);
    } catch (error) {
      // no caller waits for it that could report a failure
      deps.logger.error('a hook could not be run', { err: error, session_id: session.ref.id });
    } finally {
      life.beating = false;
    }
  }

  return {
    of,
    follow(session, event) {
      const configured = deps.settings().hooks;
      if (configured.size === 0) return;
      for (const { event: name, subject, fields } of hookCallsOf(session, event))
        if (configured.has(name)) of(session, event.agentId).notify(name, subject, fields);
    },
    start(session, source) {
      const life = lifeOf(session);
      const begun = begin(session, life, source).catch((error: unknown) =>
        deps.logger.error('the hooks of a session that begins could not be run', {
          err: error,
          session_id: session.ref.id,
        }),
      );
      if (!deps.settings().hooks.has('SessionStart')) return;
      life.starting = begun.finally(() => delete life.starting);
    },
    end(session, reason) {
      const life = lifeOf(session);
      if (life.over || (reason === 'exit' && !life.settled)) return;
      life.over = true;
      of(session, 'main').notify('SessionEnd', reason, { reason });
    },
    takeNotes: (session, agent) =>
      agent.id === 'main'
        ? lifeOf(session)
            .notes.splice(0)
            .map((text) => ({ variant: 'session_start', text }))
        : [],
    begun(session, agent, signal) {
      const { starting } = lifeOf(session);
      if (agent.id !== 'main' || starting === undefined) return undefined;
      return waitAtMost(starting, startMs, signal).then(() => undefined);
    },
    heartbeat(session) {
      const life = lifeOf(session);
      if (life.beating || !deps.settings().hooks.has('SessionHeartbeat')) return;
      life.beating = true;
      if (!backlog.add(() => beat(session, life))) life.beating = false;
    },
    async close(ms) {
      await waitAtMost(backlog.idle(), ms);
      backlog.stop();
      await backlog.idle();
    },
  };
}
