/** The transcripts of one session that one socket follows: grades, resets, and batches in order (ws.md 12). */
import type { Frame } from '../sessions/log/frames.js';
import { isHigher, isSuppressed, ofAgent, type Grade, type Grades } from './grades.js';
import { createLine, type Line, type LineDeps } from './line.js';
import type { Facts } from './subscription.js';

export interface GradeRequest {
  grades: Grades;
  /** last batch that the client has, by agent id or `*` */
  since?: Readonly<Record<string, number>>;
  /** which prompts a reset contains; default all */
  prompts?: 'all' | 'open';
}

export interface Channel {
  /** applies from now on; by `settle`, followers of an agent receive what the new grade adds */
  set(request: GradeRequest): void;
  /** resolves when every agent is live at its grade */
  settle(): Promise<void>;
  /** undefined: all agents */
  drop(agentIds: readonly string[] | undefined): void;
  suppresses(facts: Facts): boolean;
  /** handles an event of an agent, which may have been created or disposed */
  observe(frame: Frame): void;
  /** holds back live batches while stored events are being sent */
  hold(): void;
  resume(): void;
  close(): void;
}

export function createChannel(deps: Omit<LineDeps, 'gate' | 'prompts'>): Channel {
  const { feed, sessionId } = deps;
  const lines = new Map<string, Line>();
  let grades: Grades = {};
  let prompts: 'all' | 'open' = 'all';
  let gate: { passed: Promise<void>; open(): void } | undefined;

  const gradeOf = (agentId: string): Grade => ofAgent(grades, agentId) ?? 'off';

  function end(agentId: string): void {
    lines.get(agentId)?.close();
    lines.delete(agentId);
  }

  function enter(agentId: string): Line {
    let line = lines.get(agentId);
    if (!line)
      lines.set(agentId, (line = createLine({ ...deps, gate: () => gate?.passed, prompts: () => prompts }, agentId)));
    return line;
  }

  /** The present agents: followed agents, agents that are still in memory, and agents that the client names. */
  function present(): Set<string> {
    const known = feed.transcripts().agents(sessionId);
    const here = known.filter(({ gone, id }) => !gone || Object.hasOwn(grades, id)).map(({ id }) => id);
    return new Set([...lines.keys(), ...here]);
  }

  return {
    set(request) {
      const old = new Map([...lines.keys()].map((id) => [id, gradeOf(id)]));
      grades = request.grades;
      prompts = request.prompts ?? 'all';
      for (const agentId of present()) {
        const grade = gradeOf(agentId);
        const was = old.get(agentId) ?? 'off';
        const since = request.since && ofAgent(request.since, agentId);
        if (grade === 'off') end(agentId);
        else if (since !== undefined && (was === 'off' || !isHigher(grade, was))) enter(agentId).resume(grade, since);
        else if (isHigher(grade, was)) enter(agentId).begin(grade);
        else enter(agentId).lower(grade);
      }
    },
    async settle() {
      await Promise.all([...lines.values()].map((line) => line.settled()));
    },
    drop(agentIds) {
      if (agentIds) grades = { ...grades, ...Object.fromEntries(agentIds.map((id) => [id, 'off' as const])) };
      else grades = {};
      for (const agentId of agentIds ?? [...lines.keys()]) end(agentId);
    },
    suppresses: (facts) => isSuppressed(facts, grades),
    observe({ scope, type, agentId }) {
      if (scope !== 'session') return;
      if (type === 'agent.disposed') end(agentId);
      else if (!lines.has(agentId) && gradeOf(agentId) !== 'off') enter(agentId).begin(gradeOf(agentId));
    },
    hold() {
      if (gate) return;
      let open = (): void => undefined;
      gate = { passed: new Promise<void>((resolve) => void (open = resolve)), open: () => open() };
      for (const line of lines.values()) line.pause();
    },
    resume() {
      gate?.open();
      gate = undefined;
    },
    close() {
      gate?.open();
      for (const agentId of [...lines.keys()]) end(agentId);
    },
  };
}
