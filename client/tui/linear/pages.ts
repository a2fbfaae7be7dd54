/** Shows views in pages of lines: one page, then more on request (tui.md 3.24). */
import type { OpenApproval } from '../../session/state.js';
import { hunksDecision, type Decision } from '../../view/approvals.js';
import type { Pager, ViewContent } from '../views/pager.js';
import { hunkLines } from '../text/calls.js';
import type { Asked } from '../panels/front.js';
import { plainRows } from './dialogue.js';
import { followAgent, type Followed } from './follow.js';
import type { Asking } from './lines.js';
import type { TranscriptLayout } from '../transcript/forms.js';

export interface PagesDeps {
  print(rows: readonly string[]): void;
  /** number of rows of the terminal */
  rows(): number;
  layout(): TranscriptLayout;
  now(): number;
  ask(asked: Asked): Promise<number | undefined>;
  /** receives a line that is typed instead of continuing */
  submit(line: string): void;
  changed(): void;
}

export interface Pages extends Pager {
  /** present while there is more to read */
  readonly asking: Asking | undefined;
  /** Asks about each hunk of an edit. */
  hunks(approval: OpenApproval, decide: (decision: Decision) => void): void;
}

export function createPages({ print, rows, layout, now, ask, submit, changed }: PagesDeps): Pages {
  let rest: string[] = [];
  let followed: Followed | undefined;
  let closed: (() => void) | undefined;

  function page(): void {
    const size = Math.max(1, rows() - 2);
    print(rest.slice(0, size));
    rest = rest.slice(size);
    if (rest.length === 0) close();
  }

  function close(): void {
    rest = [];
    followed?.leave();
    followed = undefined;
    const before = closed;
    closed = undefined;
    before?.();
    changed();
  }

  function show(content: ViewContent): void {
    close();
    closed = content.closed;
    rest = [`${content.title}:`, ...plainRows(content.lines(Infinity))];
    page();
    changed();
  }

  const asking: Asking = {
    label: 'm for more: ',
    take(line) {
      if (line.trim() === 'm') page();
      else close();
      changed();
      // the line is meant for the prompt
      if (line.trim() !== '' && line.trim() !== 'm') submit(line);
    },
  };

  return {
    get isOpen() {
      return rest.length > 0 || followed !== undefined;
    },
    get asking() {
      return rest.length > 0 ? asking : followed?.asking;
    },
    open: (title, lines) => show({ title, lines: typeof lines === 'function' ? lines : () => lines }),
    show,
    showScreen(content) {
      close();
      closed = content.closed;
      followed = followAgent(content.agent, { print, layout, now, close });
      changed();
    },
    hunks(approval, decide) {
      void (async () => {
        const taken: string[] = [];
        const hunks = approval.edit?.hunks ?? [];
        for (const [at, hunk] of hunks.entries()) {
          const title = `Hunk ${at + 1} of ${hunks.length}`;
          const choice = await ask({ title, body: hunkLines(hunk), choices: ['Take', 'Drop', 'Cancel'] });
          if (choice === undefined || choice === 3) return;
          if (choice === 1) taken.push(hunk.id);
        }
        const decision = hunksDecision(approval, { taken: new Set(taken) });
        if (decision) return decide(decision);
        print(['No hunk is taken: reject the edit instead.']);
        changed();
      })();
    },
    key: () => undefined,
    paste: () => undefined,
    redraw: () => undefined,
    changed: () => undefined,
    close,
  };
}
