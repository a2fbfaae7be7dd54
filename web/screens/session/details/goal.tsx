/** The form of a goal: what the session works towards, and the limits on that work. */
import { useState } from 'preact/hooks';
import { text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Dialog } from '../../../parts/dialog.js';
import { reasonOf } from '../../../parts/failure.js';
import { Field } from '../../../parts/field.js';
import type { OpenSession } from '../open.js';

export function GoalDialog({ session, onClose }: { session: OpenSession; onClose(): void }) {
  const [objective, setObjective] = useState('');
  const [criterion, setCriterion] = useState('');
  const [turns, setTurns] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  async function start(): Promise<void> {
    if (objective.trim() === '') return setError(text('goal.empty'));
    const most = Number(turns);
    try {
      await session.model.setGoal({
        objective: objective.trim(),
        ...(criterion.trim() !== '' && { completion_criterion: criterion.trim() }),
        ...(turns.trim() !== '' && { budget: { turns: most } }),
      });
      onClose();
    } catch (refused) {
      setError(reasonOf(refused));
    }
  }

  return (
    <Dialog
      title={text('details.goal')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button kind="primary" onClick={() => void start()}>
            {text('goal.start')}
          </Button>
        </>
      }
    >
      <Field label={text('goal.objective')} error={error}>
        {(bound) => (
          <textarea
            {...bound}
            rows={3}
            value={objective}
            onInput={({ currentTarget }) => setObjective(currentTarget.value)}
          />
        )}
      </Field>
      <Field label={text('goal.criterion')}>
        {(bound) => (
          <input
            {...bound}
            type="text"
            value={criterion}
            onInput={({ currentTarget }) => setCriterion(currentTarget.value)}
          />
        )}
      </Field>
      <Field label={text('goal.turns')} hint={text('goal.turns.hint')}>
        {(bound) => (
          <input
            {...bound}
            type="number"
            min={1}
            value={turns}
            onInput={({ currentTarget }) => setTurns(currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
