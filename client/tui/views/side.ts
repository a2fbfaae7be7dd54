/** A side conversation in a view of its own, which is discarded with the view (tui.md 3.15). */
import { visibleRow } from '../../view/clean.js';
import type { Client } from '../../api/client.js';
import type { SessionModel } from '../../session/session.js';
import { attempt } from '../attempt.js';
import { createTextField } from '../panels/panel.js';
import type { Key } from '../terminal/keynames.js';
import type { Size } from '../terminal/screen.js';
import { cutLine, lineOf, span, spread, type Line } from '../text/line.js';
import { createBlocks, wholeLines } from '../transcript/blocks.js';
import type { TranscriptLayout } from '../transcript/forms.js';
import type { Pager, ScreenContent } from './pager.js';

export interface SideDeps {
  session: SessionModel;
  client: Client;
  pager: Pager;
  layout(): TranscriptLayout;
  /** shown when the view did not open */
  notice(text: string): void;
}

/** Maximum rows of the field. */
const fieldRows = 5;

export async function openSide({ session, client, pager, layout, notice }: SideDeps, question: string): Promise<void> {
  const params = { session_id: session.get().id };
  const opened = await attempt(() => client.startSideAgent({ params }), notice);
  if (!opened) return;
  const agentId = opened.agent_id;
  const blocksOf = createBlocks();
  /** number of rows scrolled up from the end */
  let back = 0;
  let page = 1;
  let message = '';
  let field = newField('');

  function newField(text: string): ReturnType<typeof createTextField> {
    return createTextField({ submit: (typed) => void ask(typed), cancel: pager.close, prefix: '> ', text });
  }

  async function ask(text: string): Promise<string | undefined> {
    if (text.trim() === '') return undefined;
    field = newField('');
    message = '';
    back = 0;
    const body = { content: [{ type: 'text' as const, text }], agent_id: agentId };
    const sent = await attempt(
      () => client.submitPrompt({ params, body }),
      (reason) => (message = reason),
    );
    if (!sent) field = newField(text);
    pager.changed();
    return sent ? undefined : message;
  }

  const scroll: Readonly<Record<string, () => number>> = {
    pageup: () => page,
    pagedown: () => -page,
    up: () => 1,
    down: () => -1,
  };

  const content: ScreenContent = {
    agent: { title: 'Side conversation', agentId, session, ask },
    key(key: Key) {
      const step = scroll[key.name]?.();
      if (step !== undefined) back = Math.max(0, back + step);
      else if (key.name === 'ctrl+d') pager.close();
      else field.key(key);
    },
    paste: (text) => field.paste(text),
    screen({ columns, rows }: Size) {
      const state = session.get();
      const agent = state.agents.find((each) => each.agentId === agentId);
      const tasks = agent?.timeline
        ? blocksOf({ timeline: agent.timeline, tasks: [], interaction: (id) => session.interaction(id) })
        : [];
      const lines = wholeLines(tasks, { ...layout(), width: columns, isWrapped: true });
      const typed = field.view(columns, fieldRows);
      page = Math.max(1, rows - 3 - typed.lines.length);
      back = Math.min(back, Math.max(0, lines.length - page));
      const end = lines.length - back;
      const shown = lines.slice(Math.max(0, end - page), end);
      const waiting = state.approvals.length + state.questions.length;
      const right = waiting > 0 ? lineOf(`${waiting} waiting`, 'warning') : [];
      const what = agent?.isActive === true ? 'answering…' : 'Enter ask · PgUp PgDn scroll · Esc close and discard';
      const above: Line[] = [
        spread([span('Side conversation', { token: 'primary', bold: true })], right, columns),
        ...shown,
        ...Array.from({ length: Math.max(0, page - shown.length) }, (): Line => []),
        lineOf('─'.repeat(Math.min(40, columns)), 'border'),
      ];
      const hint = cutLine(
        lineOf(message === '' ? what : visibleRow(message), message === '' ? 'textMuted' : 'warning'),
        columns,
      );
      return {
        lines: [...above, ...typed.lines, hint],
        caret: { row: above.length + typed.caret.row, column: typed.caret.column },
      };
    },
    closed() {
      leave();
      session.showAgent(agentId, false);
      void attempt(() => client.closeAgent({ params: { ...params, agent_id: agentId } }));
    },
  };

  const leave = session.subscribe(pager.changed);
  session.showAgent(agentId, true);
  pager.showScreen(content);
  if (question !== '') await ask(question);
}
