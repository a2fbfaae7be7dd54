/** The strips above the message box: the session's goal and the agent's todo list (web.md 5.6, 5.13). */
import { Circle, CircleCheck, CircleDot, Target } from 'lucide-preact';
import { useId, useState } from 'preact/hooks';
import { formatNumber, text } from '../../live/text.js';
import { showNote } from '../../live/notes.js';
import { isOnline } from '../../live/server.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { confirmAction, openDialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';
import { GoalQueue } from './goalqueue.js';
import type { SessionPart } from './places.js';

const signs = { pending: Circle, in_progress: CircleDot, done: CircleCheck } as const;

export function TodoStrip({ session: { state } }: SessionPart) {
  const { todos } = state.value;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (todos.length === 0) return null;
  const done = todos.filter(({ status }) => status === 'done').length;
  return (
    <section class="strip" aria-label={text('todos.name')}>
      <Button kind="quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {text('todos.count', { done, all: todos.length })}
      </Button>
      <ul id={id} class="plain-list todos" aria-label={text('todos.name')} hidden={!isOpen}>
        {isOpen &&
          todos.map(({ title, status }, at) => {
            const Sign = signs[status];
            return (
              <li key={at} data-status={status}>
                <Sign aria-hidden="true" size="1em" />
                <span>
                  <Clean text={title} />
                </span>
                <span class="dim small">{text(`todo.${status}`)}</span>
              </li>
            );
          })}
      </ul>
    </section>
  );
}

export function GoalStrip({ session }: SessionPart) {
  const { model, state } = session;
  const { goal } = state.value;
  const off = isOnline.value ? undefined : text('off.connection');
  if (!goal) return null;
  const { objective, status, budgetUsed, budgetLimit } = goal;
  const act = (action: () => Promise<unknown>): void =>
    void action().catch((error: unknown) => showNote(reasonOf(error), { isError: true }));

  async function cancel(): Promise<void> {
    const asked = { title: text('goal.cancel.title'), text: objective, action: text('goal.cancel') };
    if (await confirmAction(asked)) await model.cancelGoal();
  }

  return (
    <section class="strip goal" aria-label={text('goal.name')} data-testid="goal" data-state={status}>
      <Target aria-hidden="true" size="1em" />
      <span class="goal-words">
        <Clean text={objective} />
        <span class="dim small">
          {text(`goal.${status}`)}
          {budgetUsed !== undefined &&
            ` · ${
              budgetLimit === undefined
                ? text('goal.used', { n: formatNumber(budgetUsed) })
                : text('goal.usedOf', { n: formatNumber(budgetUsed), m: formatNumber(budgetLimit) })
            }`}
        </span>
      </span>
      <span class="row">
        {status === 'active' && (
          <Button kind="quiet" off={off} onClick={() => act(model.pauseGoal)}>
            {text('goal.pause')}
          </Button>
        )}
        {(status === 'paused' || status === 'blocked') && (
          <Button kind="quiet" off={off} onClick={() => act(model.resumeGoal)}>
            {text('goal.resume')}
          </Button>
        )}
        {status !== 'complete' && (
          <Button kind="quiet" off={off} onClick={() => act(cancel)}>
            {text('goal.cancel')}
          </Button>
        )}
        <Button
          kind="quiet"
          off={off}
          onClick={() => openDialog((close) => <GoalQueue session={session} onClose={close} />)}
        >
          {text('goal.queue')}
        </Button>
      </span>
    </section>
  );
}
