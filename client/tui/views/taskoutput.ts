/** The live output of a task, newest rows first in view, older ones on demand (tui.md 3.14). */
import type { Task } from '../../../schemas/generated/types.js';
import type { Client } from '../../api/client.js';
import type { SessionModel } from '../../session/session.js';
import { outputRows } from '../../view/output.js';
import { visibleRow } from '../../view/clean.js';
import { attempt } from '../attempt.js';
import type { ProcessSide } from '../app.js';
import { outputLine, textLines } from '../text/calls.js';
import type { Line } from '../text/line.js';
import type { Pager, ViewContent } from './pager.js';

export interface TaskOutputDeps {
  task: Task;
  session: SessionModel;
  client: Client;
  pager: Pager;
  process: Pick<ProcessSide, 'edit'>;
  /** stops the task; resolves with a remaining problem */
  stop(): Promise<string | undefined>;
}

/** Maximum bytes to load for older rows. */
const mostOutput = 1_048_576;
/** Length of the end of the loaded text that is searched in later output, in chars. */
const overlap = 400;

export function followTask({ task, session, client, pager, process, stop }: TaskOutputDeps): void {
  const params = { session_id: session.get().id, task_id: task.id };
  let whole = '';
  let isWhole = false;
  let tail = '';
  let state: string = task.engine_status;
  let lines: readonly Line[] = [];
  let message = '';

  /** Returns the loaded text with the output since then. */
  function text(): string {
    if (!isWhole) return tail;
    const known = whole.slice(-overlap);
    const at = tail.lastIndexOf(known);
    if (tail === '' || whole.endsWith(tail)) return whole;
    whole += at < 0 ? `\n…\n${tail}` : tail.slice(at + known.length);
    return whole;
  }

  function take(): void {
    const found = session.get().tasks.find(({ taskId }) => taskId === task.id);
    if (!found || (found.outputTail === tail && found.state === state)) return;
    tail = found.outputTail;
    state = found.state;
    layOut();
  }

  function layOut(): void {
    const shown = text();
    lines =
      shown === ''
        ? textLines('no output yet', 'textMuted')
        : outputRows(shown, { maxRows: Infinity }).rows.map(outputLine);
    content.title = `Task ${task.id}: ${visibleRow(task.description)}  ${state}`;
    content.hint = message === '' ? hint() : message;
    pager.changed();
  }

  function hint(): string {
    return `f follow ${content.follows ? 'off' : 'on'} · Home older rows · x x stop · o open in the editor · / search · q back`;
  }

  async function readWhole(): Promise<void> {
    const query = { with_output: true, output_bytes: mostOutput };
    const answer = await attempt(
      () => client.getTask({ params, query }),
      (reason) => (message = reason),
    );
    if (answer) {
      whole = answer.output_preview ?? '';
      isWhole = true;
    }
    layOut();
  }

  const content: ViewContent = {
    title: `Task ${task.id}`,
    follows: true,
    lines: () => lines,
    key({ name }) {
      message = '';
      if (name === 'f') content.follows = content.follows !== true;
      else if (name === 'x')
        void attempt(stop, (reason) => (message = reason)).then((outcome) => {
          message = outcome ?? '';
          layOut();
        });
      else if (name === 'o') {
        void process.edit(text()).then((edited) => {
          if (edited === undefined) message = 'No editor is set: see /editor';
          content.hint = message === '' ? hint() : message;
          pager.redraw();
        });
      } else {
        if (!isWhole && ['home', 'g', 'pageup', 'b', 'up', 'k', '/'].includes(name)) void readWhole();
        return false;
      }
      content.hint = message === '' ? hint() : message;
      return true;
    },
    closed: () => leave(),
  };
  const leave = session.subscribe(take);
  content.hint = hint();
  pager.show(content);
  take();
  // an ended task has no live output, and tasks of other agents are not followed
  if (tail === '') void readWhole();
}
