/** Undo and redo with a preview: which prompts are removed or restored, and which files change how (web.md 5.12). */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ApiFailure } from '../../../../client/api/failure.js';
import { undoRefusal } from '../../../../client/commands/turns.js';
import { formatPathFrom } from '../../../../client/view/format.js';
import type { FilesRestoration, RedoSessionData, UndoSessionData } from '../../../../schemas/generated/types.js';
import { showNote } from '../../../live/notes.js';
import { commandWords, counted, text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { Dialog, openDialog } from '../../../parts/dialog.js';
import { DiffFrame, Hunk } from '../../../parts/diff.js';
import { reasonOf } from '../../../parts/failure.js';
import { Skeleton } from '../../../parts/skeleton.js';
import { readUnified } from '../../../parts/unified.js';
import type { OpenSession } from '../open.js';
import { boxes } from './box.js';

/** Opens the preview of undoing the newest prompts. */
export function openUndo(session: OpenSession, count: number): void {
  openDialog((close) => <UndoDialog session={session} count={count} onClose={close} />);
}

/** Reverts the last undo, with a preview if it changes files. */
export async function openRedo(session: OpenSession): Promise<void> {
  try {
    const preview = await session.model.redo({ dry_run: true, page_size: 1 });
    if (!preview.files || preview.files.changes.length === 0) await redo(session, false);
    else openDialog((close) => <RedoDialog session={session} first={preview} onClose={close} />);
  } catch (error) {
    showNote(await refusalOf(error), { isError: true });
  }
}

/** session id → text that an undo put into the message box */
const givenBack = new Map<string, string>();

async function redo({ id, model }: OpenSession, force: boolean): Promise<void> {
  const { prompts } = await model.redo({ page_size: 1, ...(force && { force }) });
  const box = boxes.get(id);
  const left = box?.draft();
  // the transcript contains the prompts again, so the box must not offer them too
  if (left?.text === givenBack.get(id) && left?.files.length === 0) box?.put({ text: '', mentions: [], files: [] });
  givenBack.delete(id);
  showNote(counted('redo.done', prompts.length));
}

interface UndoProps {
  session: OpenSession;
  count: number;
  onClose(): void;
}

function UndoDialog({ session, count, onClose }: UndoProps) {
  const [preview, setPreview] = useState<UndoSessionData | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [withFiles, setWithFiles] = useState(true);

  async function loadPreview(): Promise<void> {
    try {
      setPreview(await session.model.undo({ count, dry_run: true, page_size: 1 }));
    } catch (error) {
      setProblem(await refusalOf(error));
    }
  }

  useEffect(() => void loadPreview(), []);

  const hasChanges = (preview?.files?.changes.length ?? 0) > 0;
  const restores = withFiles && hasChanges;

  async function undo(force: boolean): Promise<void> {
    const { prompts } = await session.model.undo({ count, restore_files: restores, force, page_size: 1 });
    const box = boxes.get(session.id);
    const words = prompts.map((prompt) => prompt.text).join('\n\n');
    if (box?.isEmpty()) {
      box.put({ text: words, mentions: [], files: [] });
      givenBack.set(session.id, words);
    }
    showNote(counted('undo.done', prompts.length), {
      action: { label: text('undo.redo'), run: () => void openRedo(session) },
    });
  }

  return (
    <Preview
      cwd={cwdOf(session)}
      title={counted('undo.title', count)}
      action={text('undo.action')}
      preview={preview}
      problem={problem}
      restores={restores}
      prompts={text('undo.prompts')}
      loadPreview={loadPreview}
      run={undo}
      onClose={onClose}
    >
      {hasChanges && (
        <label class="check switch">
          <input
            type="checkbox"
            role="switch"
            checked={withFiles}
            onChange={(event) => setWithFiles(event.currentTarget.checked)}
          />
          <span>{text('undo.files')}</span>
        </label>
      )}
    </Preview>
  );
}

interface RedoProps {
  session: OpenSession;
  first: RedoSessionData;
  onClose(): void;
}

function RedoDialog({ session, first, onClose }: RedoProps) {
  const [preview, setPreview] = useState(first);
  return (
    <Preview
      cwd={cwdOf(session)}
      title={counted('redo.title', preview.prompts.length)}
      action={text('undo.redo')}
      preview={preview}
      restores
      prompts={text('redo.prompts')}
      loadPreview={async () => setPreview(await session.model.redo({ dry_run: true, page_size: 1 }))}
      run={(force) => redo(session, force)}
      onClose={onClose}
    />
  );
}

function cwdOf({ state }: OpenSession): string {
  return state.value.session?.metadata.cwd ?? '';
}

interface PreviewProps {
  cwd: string;
  title: string;
  action: string;
  preview: Pick<UndoSessionData, 'prompts' | 'files'> | undefined;
  problem?: string;
  /** the action changes files too */
  restores: boolean;
  /** label of the list of prompts */
  prompts: string;
  /** Loads the preview again. */
  loadPreview(): Promise<void>;
  run(force: boolean): Promise<void>;
  onClose(): void;
  children?: ComponentChildren;
}

function Preview({
  cwd,
  title,
  action,
  preview,
  restores,
  prompts,
  loadPreview,
  run,
  onClose,
  children,
  ...given
}: PreviewProps) {
  const [refused, refuse] = useState('');
  const [overwrites, setOverwrites] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const problem = given.problem || refused;
  const conflicts = restores
    ? (preview?.files?.changes ?? []).filter(({ conflict }) => conflict !== undefined).length
    : 0;
  const off = !preview
    ? text('undo.reads')
    : isRunning
      ? text('undo.runs')
      : conflicts > 0 && !overwrites
        ? text('undo.conflicts')
        : undefined;

  async function perform(): Promise<void> {
    setRunning(true);
    try {
      await run(conflicts > 0 && overwrites);
      onClose();
    } catch (error) {
      setRunning(false);
      // a file changed since the preview: load the current state
      if (error instanceof ApiFailure && error.name === 'SESSION_FILES_CHANGED')
        await loadPreview().catch(async (failure: unknown) => refuse(await refusalOf(failure)));
      else refuse(await refusalOf(error));
    }
  }

  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          {problem === '' && (
            <Button kind="primary" off={off} onClick={() => void perform()}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {problem !== '' && (
        <p role="alert" class="reason">
          {problem}
        </p>
      )}
      {!preview && problem === '' && <Skeleton lines={3} />}
      {preview && (
        <div class="undo">
          <h3>{prompts}</h3>
          <ul class="undo-prompts">
            {preview.prompts.map(({ prompt_id, text: words }) => (
              <li key={prompt_id}>
                <Clean text={words.trim().split('\n', 1)[0] ?? ''} />
              </li>
            ))}
          </ul>
          {children}
          {preview.files && <Files files={preview.files} isOn={restores} cwd={cwd} />}
          {conflicts > 0 && (
            <>
              <p class="dim small">{text('undo.conflicts')}</p>
              <label class="check">
                <input
                  type="checkbox"
                  checked={overwrites}
                  onChange={(event) => setOverwrites(event.currentTarget.checked)}
                />
                <span>{counted('undo.overwrite', conflicts)}</span>
              </label>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface FilesProps {
  files: FilesRestoration;
  isOn: boolean;
  cwd: string;
}

function Files({ files: { changes, not_restorable: lost, unwatched }, isOn, cwd }: FilesProps) {
  const nameOf = (path: string): string => formatPathFrom(path, { cwd });
  return (
    <>
      {isOn && (
        <ul class="plain-list undo-files">
          {changes.map((change) => (
            <li key={change.path} data-testid="undo-file" data-path={change.path}>
              <FileChange change={change} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      )}
      <Left title={text('undo.notRestorable')} entries={lost} nameOf={nameOf} />
      <Left title={text('undo.unwatched')} entries={unwatched} nameOf={nameOf} />
    </>
  );
}

interface FileChangeProps {
  change: FilesRestoration['changes'][number];
  nameOf(path: string): string;
}

function FileChange({ change, nameOf }: FileChangeProps) {
  const { path, action, added = 0, removed = 0, diff = '', binary, conflict, moved_from: from } = change;
  const [isOpen, setOpen] = useState(false);
  const { hunks } = useMemo(() => readUnified(isOpen ? diff : ''), [diff, isOpen]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="badge">{text(`undo.${action}`)}</span>
        <code>
          <Clean text={nameOf(path)} />
        </code>
        <span class="added">+{added}</span>
        <span class="removed">−{removed}</span>
        {conflict !== undefined && <span class="badge warning">{text(`undo.conflict.${conflict}`)}</span>}
      </summary>
      {from !== undefined && (
        <p class="dim">
          {text('undo.movedFrom')} <Clean text={nameOf(from)} />
        </p>
      )}
      {diff === '' && <p class="dim">{text(binary ? 'undo.binary' : 'undo.noDiff')}</p>}
      {hunks.length > 0 && (
        <DiffFrame path={nameOf(path)} added={added} removed={removed}>
          {hunks.map((hunk) => (
            <div key={hunk.id} class="diff-hunk">
              <Hunk path={path} hunk={hunk} />
            </div>
          ))}
        </DiffFrame>
      )}
    </details>
  );
}

type Reason = FilesRestoration['not_restorable'][number]['reason'] | FilesRestoration['unwatched'][number]['reason'];

interface LeftProps {
  title: string;
  entries: readonly { path: string; reason: Reason }[];
  nameOf(path: string): string;
}

function Left({ title, entries, nameOf }: LeftProps) {
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list details-list dim small">
        {entries.map(({ path, reason }) => (
          <li key={path}>
            <Clean text={nameOf(path)} />
            <span>{text(`undo.reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

async function refusalOf(error: unknown): Promise<string> {
  if (error instanceof ApiFailure && error.name === 'SESSION_BUSY') return text('composer.stopFirst');
  return error instanceof ApiFailure ? undoRefusal(error, await commandWords()) : reasonOf(error);
}
