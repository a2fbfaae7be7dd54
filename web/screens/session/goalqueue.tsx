/** The goals after the current one, edited in a form with one goal per line (web.md 5.13). */
import { useEffect, useState } from 'preact/hooks';
import { ArrowUp, Trash2 } from 'lucide-preact';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';
import { Field } from '../../parts/field.js';
import type { OpenSession } from './open.js';

/** limit of the contract */
const most = 20;

export function GoalQueue({ session, onClose }: { session: OpenSession; onClose(): void }) {
  const [goals, setGoals] = useState<readonly string[] | undefined>(undefined);
  const [reason, setReason] = useState('');
  const fail = (error: unknown): void => setReason(reasonOf(error));

  useEffect(() => {
    const read = server.peek()?.client.getGoalQueue({ params: { session_id: session.id } });
    void read?.then(({ objectives }) => setGoals(objectives), fail);
  }, []);

  async function save(): Promise<void> {
    try {
      await session.model.setGoalQueue((goals ?? []).map((goal) => goal.trim()).filter((goal) => goal !== ''));
      onClose();
    } catch (error) {
      fail(error);
    }
  }

  return (
    <Dialog
      title={text('goal.queue.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button kind="primary" onClick={() => void save()}>
            {text('queue.save')}
          </Button>
        </>
      }
    >
      {reason !== '' && (
        <p role="alert" class="reason">
          {reason}
        </p>
      )}
      {goals?.map((goal, at) => (
        <div class="goal-entry" key={at}>
          <Field label={text('goal.next', { n: at + 1 })}>
            {(bound) => (
              <textarea
                {...bound}
                rows={2}
                value={goal}
                onInput={(event) =>
                  setGoals(goals.map((each, place) => (place === at ? event.currentTarget.value : each)))
                }
              />
            )}
          </Field>
          {at > 0 && (
            <IconButton
              icon={ArrowUp}
              label={text('queue.up')}
              onClick={() => setGoals([...goals.slice(0, at - 1), goal, goals[at - 1] ?? '', ...goals.slice(at + 1)])}
            />
          )}
          <IconButton
            icon={Trash2}
            label={text('queue.remove')}
            onClick={() => setGoals(goals.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      {goals && goals.length < most && <Button onClick={() => setGoals([...goals, ''])}>{text('goal.add')}</Button>}
    </Dialog>
  );
}
