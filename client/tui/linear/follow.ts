/** Follows another agent in lines: its output, and questions to it, until an empty line (tui.md 3.14, 3.15, 3.24). */
import type { SessionModel } from '../../session/session.js';
import type { Timeline } from '../../session/state.js';
import { plainRows } from './dialogue.js';
import { createCommits } from '../transcript/commits.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import type { FollowedAgent } from '../views/pager.js';
import { linearForms } from './forms.js';
import type { Asking } from './lines.js';

export interface FollowDeps {
  print(rows: readonly string[]): void;
  layout(): TranscriptLayout;
  now(): number;
  /** called when the user ends it */
  close(): void;
}

export interface Followed {
  readonly asking: Asking;
  leave(): void;
}

/** Prints what exists and what follows. */
export function followAgent({ title, agentId, session, ask }: FollowedAgent, deps: FollowDeps): Followed {
  const { print, close } = deps;
  const commits = createCommits({
    layout: deps.layout,
    // the user saw their own prompts while typing; those of a subagent come from its caller
    isOwn: () => ask !== undefined,
    isOwnShell: () => false,
    isDecidedHere: () => true,
    interaction: (id) => session.interaction(id),
    now: deps.now,
    forms: linearForms,
    isWhole: true,
  });
  let waiting = 0;
  let hasBegun = false;
  let isReading: Promise<void> | undefined;

  function update(): void {
    const state = session.get();
    const timeline = state.agents.find((agent) => agent.agentId === agentId)?.timeline;
    if (timeline && !isIncomplete(timeline))
      print(plainRows(commits.take({ ...state, timeline, tasks: [] })).filter((row) => row.trim() !== ''));
    const others = waitingIn(session);
    if (others > waiting) print([`${others} waiting for you: an empty line goes back.`]);
    waiting = others;
  }

  /** Whether earlier turns must be loaded first; all of them, since an agent has few. */
  function isIncomplete({ items, hasOlder }: Timeline): boolean {
    if (hasBegun) return false;
    // turns of an agent that was not shown first arrive without their steps
    if (items.some((item) => item.kind === 'turn' && item.state === 'completed' && item.steps.length === 0))
      return true;
    if (!hasOlder) return !(hasBegun = true);
    isReading ??= session.loadOlder(agentId).finally(() => {
      isReading = undefined;
      update();
    });
    return true;
  }

  print([`${title}: an empty line goes back.`]);
  const leave = session.subscribe(update);
  update();
  return {
    asking: {
      label: ask ? 'Side question: ' : 'Empty line: ',
      take(line) {
        if (line.trim() === '') return close();
        if (!ask) return print(['An empty line goes back.']);
        void ask(line).then((refusal) => void (refusal !== undefined && print([refusal])));
      },
    },
    leave,
  };
}

/** Returns the number of waiting decisions of the main conversation. */
function waitingIn(session: SessionModel): number {
  const { approvals, questions } = session.get();
  return approvals.length + questions.length;
}
