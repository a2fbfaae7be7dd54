/** Undo from a list: prompts with their file changes, a preview, consent for files changed since (tui.md 3.18). */
import type { Operations } from '../../../schemas/generated/operations.js';
import type { TranscriptMessage } from '../../../schemas/generated/types.js';
import { ApiFailure } from '../../api/failure.js';
import { english } from '../../commands/texts.js';
import { changedFiles, undoRefusal } from '../../commands/turns.js';
import { firstLine, visibleRow } from '../../view/clean.js';
import { counted, formatAge, formatPath } from '../../view/format.js';
import type { Conversation } from '../conversation.js';
import { diffTextLines, textLines } from '../text/calls.js';
import { lineOf, type Line } from '../text/line.js';
import { createListOpener, sessionParams as params, type ListsDeps } from './openlist.js';

type Undone = Operations['undoSession']['data'];
type Files = NonNullable<Undone['files']>;

interface Place {
  /** number of prompts to undo */
  count: number;
  turnId: string;
  prompt: string;
}

const changedMeanwhile = 'The conversation changed meanwhile: choose again';

export function openRewind(deps: ListsDeps, conversation: Conversation): void {
  const { app, client, pager, now, userHome } = deps;
  const { open } = createListOpener(deps);
  const { session } = conversation;
  /** what an undo would do to files, by the number of prompts */
  const previews = new Map<number, Files | undefined | 'asked'>();

  const preview = async (count: number): Promise<Undone> =>
    await session.undo({ count, dry_run: true, restore_files: true, page_size: 1 });

  /** Loads the preview of a selected row. */
  async function loadPreview(place: Place | undefined): Promise<boolean> {
    if (!place || previews.has(place.count)) return false;
    const { count } = place;
    previews.set(count, 'asked');
    try {
      previews.set(count, (await preview(count)).files);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      // the reason is shown when the row is chosen
      previews.set(count, undefined);
    }
    return true;
  }

  function summary(count: number): string {
    const files = previews.get(count);
    if (files === undefined || files === 'asked' || files.changes.length === 0) return '';
    const sum = (key: 'added' | 'removed'): number => files.changes.reduce((all, each) => all + (each[key] ?? 0), 0);
    return `${counted(files.changes.length, 'file')} +${sum('added')} −${sum('removed')}`;
  }

  /** Returns the user's prompts, newest first. */
  async function ownPrompts(): Promise<TranscriptMessage[]> {
    const { agents } = await client.listUserMessages({ params: params(conversation), query: { agent_id: 'main' } });
    return agents
      .flatMap(({ messages }) => messages)
      .filter(({ origin }) => origin.kind === 'user' || origin.payload?.kind === 'skill_activation')
      .reverse();
  }

  /** Returns whether `count` still leads to this prompt: another client may have sent or undone some. */
  async function isCurrent({ count, turnId }: Place): Promise<boolean> {
    return (await ownPrompts())[count - 1]?.turn_id === turnId;
  }

  open<Place>({
    title: 'Go back to before',
    hint: 'Enter choose · the files that would change stand behind the prompt',
    async read() {
      return (await ownPrompts()).map(({ prompt, turn_id: turnId, started_at: at }, index) => ({
        value: { count: index + 1, turnId, prompt },
        label: firstLine(prompt),
        about: summary(index + 1),
        right: at === undefined ? '' : formatAge(Date.parse(at), now()),
      }));
    },
    moved: loadPreview,
    async choose(place, close) {
      close();
      try {
        await choose(place);
      } catch (error) {
        app.notice(undoRefusal(error, english));
      }
    },
  });

  async function choose(place: Place): Promise<void> {
    const { count, prompt } = place;
    if (!(await isCurrent(place))) return app.notice(changedMeanwhile);
    const { files } = await preview(count);
    const changes = files?.changes ?? [];
    const withFiles = changes.length > 0 ? 'Conversation and files' : undefined;
    const title = `Go back to before: ${visibleRow(firstLine(prompt))}`;
    const choice = await app.ask({
      title,
      body: files ? fileLines(files) : [],
      choices: [withFiles, 'Conversation only', 'Cancel'],
      preset: 3,
      ...(files && { preview: () => pager.open(title, wholeLines(files)) }),
    });
    if (choice === 1) return await restore(place);
    if (choice === 2) await undo(place);
  }

  async function undo(place: Place, options: { restore_files?: boolean; force?: boolean } = {}): Promise<void> {
    if (!(await isCurrent(place))) return app.notice(changedMeanwhile);
    const { prompts } = await session.undo({ count: place.count, ...options, page_size: 1 });
    app.prefill(prompts[0]?.text ?? '');
    app.notice('/redo takes it back');
  }

  async function restore(place: Place): Promise<void> {
    try {
      await undo(place, { restore_files: true });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.name !== 'SESSION_FILES_CHANGED') throw error;
      const choice = await app.ask({
        title: 'Something else changed these files since:',
        body: changedFiles(error.data).flatMap((path) => textLines(formatPath(path, userHome))),
        choices: ['Overwrite them', 'Conversation only', 'Cancel'],
        preset: 3,
      });
      if (choice === 1) await undo(place, { restore_files: true, force: true });
      if (choice === 2) await undo(place);
    }
  }

  function fileLines({ changes, not_restorable: lost }: Files): Line[] {
    return [
      ...changes.flatMap(({ path, action, added = 0, removed = 0 }) =>
        textLines(`${action} ${formatPath(path, userHome)} +${added} −${removed}`),
      ),
      ...lost.flatMap(({ path, reason }) =>
        textLines(`stays: ${formatPath(path, userHome)} (${inWords(reason)})`, 'warning'),
      ),
    ];
  }

  /** Shows the diff of all files, files that cannot be restored with the reason, and unwatched directories. */
  function wholeLines(files: Files): Line[] {
    const lines: Line[] = files.changes.flatMap(({ path, action, diff, binary }) => [
      lineOf(`${action} ${visibleRow(formatPath(path, userHome))}`, { token: 'primary', bold: true }),
      ...(binary === true ? [lineOf('binary', 'textMuted')] : diff === undefined ? [] : diffTextLines(diff)),
      [],
    ]);
    return [
      ...lines,
      ...files.not_restorable.map(({ path, reason }) =>
        lineOf(`cannot be restored: ${visibleRow(formatPath(path, userHome))} (${inWords(reason)})`, 'warning'),
      ),
      ...files.unwatched.map(({ path, reason }) =>
        lineOf(`not watched: ${visibleRow(formatPath(path, userHome))} (${inWords(reason)})`, 'textMuted'),
      ),
    ];
  }
}

function inWords(reason: string): string {
  return reason.replaceAll('_', ' ');
}
