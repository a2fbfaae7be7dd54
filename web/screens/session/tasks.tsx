/** The tasks of a session: background work with live output and results (web.md 5.13). */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatDuration } from '../../../client/view/format.js';
import { outputRows } from '../../../client/view/output.js';
import type { TranscriptTask } from '../../../schemas/generated/types.js';
import { seconds, useSecondsUntilDone } from '../../live/clock.js';
import { showNote } from '../../live/notes.js';
import { text } from '../../live/text.js';
import { OutputLine } from '../../parts/blocks.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { reasonOf } from '../../parts/failure.js';
import type { SessionPart } from './places.js';

export function TasksPanel({ session }: SessionPart) {
  const { tasks } = session.state.value;
  const [chosen, choose] = useState<string | undefined>(undefined);
  const isAnyRunning = tasks.some(({ state }) => state === 'running');
  useEffect(() => (isAnyRunning ? useSecondsUntilDone() : undefined), [isAnyRunning]);
  if (tasks.length === 0) return <p class="empty">{text('tasks.none')}</p>;

  async function stop({ taskId }: TranscriptTask): Promise<void> {
    try {
      await session.model.cancelTask(taskId);
    } catch (error) {
      showNote(reasonOf(error), { isError: true });
    }
  }

  return (
    <ul class="panel-list plain-list" aria-label={text('panel.tasks')}>
      {[...tasks].reverse().map((task) => {
        const isOpen = chosen === task.taskId;
        const facts = [text(`tasks.kind.${task.kind}`), text(`tasks.state.${task.state}`), durationOf(task)];
        return (
          <li key={task.taskId} data-testid="task" data-task-id={task.taskId} data-state={task.state}>
            <div class="panel-line">
              <button
                type="button"
                class="panel-choice"
                aria-expanded={isOpen}
                onClick={() => choose(isOpen ? undefined : task.taskId)}
              >
                <Clean text={task.description ?? task.taskId} />
              </button>
              {task.state === 'running' && (
                <Button kind="quiet" onClick={() => void stop(task)}>
                  {text('tasks.stop')}
                </Button>
              )}
            </div>
            <p class="dim small">
              {facts.filter((fact) => fact !== '').join(' · ')} <Clean text={task.stateReason ?? task.error ?? ''} />
            </p>
            {isOpen && <TaskOutput task={task} />}
          </li>
        );
      })}
    </ul>
  );
}

function durationOf({ startedAt, endedAt, state }: TranscriptTask): string {
  if (startedAt === undefined) return '';
  const end = endedAt === undefined ? (state === 'running' ? seconds.value : undefined) : Date.parse(endedAt);
  return end === undefined ? '' : formatDuration(Math.max(0, end - Date.parse(startedAt)));
}

const endPx = 24;

/** Keeps the end of the output in view until the user scrolls up. */
function TaskOutput({ task: { outputTail, resultSummary, error } }: { task: TranscriptTask }) {
  const place = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const { current } = place;
    if (current && follows.current) current.scrollTop = current.scrollHeight;
  }, [outputTail]);
  const whole = outputTail === '' ? (resultSummary ?? '') : outputTail;
  const { rows } = outputRows(whole, { spelling: 'page' });
  return (
    <>
      {error !== undefined && (
        <p class="reason">
          <Clean text={error} />
        </p>
      )}
      <pre
        ref={place}
        class="task-output"
        tabIndex={0}
        role="region"
        aria-label={text('block.output')}
        data-testid="task-output"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight <= endPx;
        }}
      >
        {rows.length === 0 ? text('tasks.noOutput') : rows.map((row, at) => <OutputLine key={at} row={row} />)}
      </pre>
    </>
  );
}
