/** The menu of an ended turn: copy, undo, fork, edit and resend, retry; and its steps as a table (web.md 5.5, 5.12). */
import { ChartGantt, Copy, Ellipsis, GitFork, Link2, Pencil, RotateCw, Table2, Undo2 } from 'lucide-preact';
import type { TranscriptStep, TranscriptTurn } from '../../../schemas/generated/types.js';
import { isTurnActive } from '../../../client/session/working.js';
import { formatDuration, formatTokens } from '../../../client/view/format.js';
import { copyText } from '../../live/clipboard.js';
import { titleOf } from '../../live/entries.js';
import { showNote } from '../../live/notes.js';
import { navigate } from '../../live/routes.js';
import { isOnline } from '../../live/server.js';
import { text } from '../../live/text.js';
import { IconButton } from '../../parts/button.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';
import { Menu } from '../../parts/menu.js';
import { Table } from '../../parts/table.js';
import { attempt, sessionLink } from '../lists/actions.js';
import { beginResend } from './compose/resend.js';
import type { OpenSession } from './open.js';
import { promptsFrom } from './prompts.js';

interface TurnMenuProps {
  turn: TranscriptTurn;
  isLast: boolean;
  session: OpenSession;
}

export function TurnMenu({ turn, isLast, session }: TurnMenuProps) {
  const { turnId, ordinal } = turn;
  const { model, state } = session;
  const isPrompt = turn.origin.kind === 'user' || turn.origin.payload?.kind === 'skill_activation';
  const offline = isOnline.value ? undefined : text('off.connection');
  const busy = offline ?? (isTurnActive(state.value) ? text('composer.stopFirst') : undefined);
  const noPrompt = busy ?? (isPrompt ? undefined : text('turn.noPrompt'));
  const run = (action: () => Promise<unknown>): void =>
    void action().catch((error: unknown) => showNote(reasonOf(error), { isError: true }));
  const answer = answerOf(turn);

  async function undo(): Promise<void> {
    const count = await promptsFrom(session, turnId);
    const { openUndo } = await import('./compose/undo.js');
    openUndo(session, count);
  }

  async function fork(): Promise<void> {
    const { id, title } = await model.fork({ turn_id: ordinal });
    navigate(`/sessions/${id}`);
    showNote(text('note.forked', { title: titleOf({ title }) }));
  }

  return (
    <>
      <IconButton
        icon={Table2}
        label={text('turn.steps', { n: ordinal })}
        onClick={() => openDialog((close) => <Steps turn={turn} onClose={close} />)}
      />
      <Menu
        icon={Ellipsis}
        label={text('turn.actions')}
        items={[
          {
            name: text('turn.copy'),
            icon: Copy,
            off: answer === '' ? text('turn.noAnswer') : undefined,
            run: () => copyText(answer),
          },
          {
            name: text('turn.link'),
            icon: Link2,
            run: () => copyText(`${sessionLink(session.id)}?turn=${ordinal}`),
          },
          { name: text('turn.undo'), icon: Undo2, off: noPrompt, startsGroup: true, run: () => run(undo) },
          { name: text('turn.fork'), icon: GitFork, off: offline, run: () => run(fork) },
          {
            name: text('turn.resend'),
            icon: Pencil,
            off: noPrompt,
            run: () => run(() => beginResend(session, turn)),
          },
          {
            name: text('turn.timeline'),
            icon: ChartGantt,
            run: () => navigate(`/sessions/${session.id}/timeline?view=timeline${spanOf(turn)}`),
          },
          ...(isLast
            ? [
                {
                  name: text('turn.retryButton'),
                  icon: RotateCw,
                  off: busy,
                  run: () => void attempt(() => model.retry()),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Returns the time span of a turn as query of the timeline. */
function spanOf({ startedAt, endedAt }: TranscriptTurn): string {
  if (startedAt === undefined || endedAt === undefined) return '';
  return `&from=${Date.parse(startedAt)}&to=${Date.parse(endedAt)}`;
}

/** Returns the model's answer as Markdown. */
export function answerOf({ steps }: TranscriptTurn): string {
  return steps
    .flatMap(({ frames }) => frames)
    .flatMap((frame) => (frame.kind === 'text' && frame.role !== 'user' ? [frame.text.trim()] : []))
    .filter((each) => each !== '')
    .join('\n\n');
}

function Steps({ turn: { ordinal, steps }, onClose }: { turn: TranscriptTurn; onClose(): void }) {
  const columns = ['step', 'state', 'time', 'first', 'in', 'out', 'calls'] as const;
  return (
    <Dialog title={text('turn.steps', { n: ordinal })} wide onClose={onClose}>
      <Table label={text('turn.steps', { n: ordinal })} columns={columns.map((name) => text(`steps.${name}`))}>
        {steps.map((step) => (
          <tr key={step.stepId}>
            {cellsOf(step).map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </Table>
    </Dialog>
  );
}

function cellsOf({ ordinal, state, startedAt, endedAt, usage, timing, frames }: TranscriptStep): string[] {
  const took =
    startedAt === undefined || endedAt === undefined ? undefined : Date.parse(endedAt) - Date.parse(startedAt);
  const { llmFirstTokenLatencyMs: first } = timing ?? {};
  return [
    String(ordinal),
    state,
    took === undefined ? '' : formatDuration(took),
    first === undefined ? '' : formatDuration(first),
    usage === undefined ? '' : formatTokens(usage.inputOther + usage.inputCacheRead + usage.inputCacheCreation),
    usage === undefined ? '' : formatTokens(usage.output),
    String(frames.filter(({ kind }) => kind === 'tool').length),
  ];
}
