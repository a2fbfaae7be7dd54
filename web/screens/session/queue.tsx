/** The queued prompts of a session, each with buttons to edit, move, steer and remove it (web.md 5.6). */
import { ArrowDown, ArrowUp, CornerDownRight, Pencil, Trash2 } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { steeredPrompts } from '../../../client/session/working.js';
import { firstLine } from '../../../client/view/clean.js';
import { promptWords } from '../../../client/view/content.js';
import { promptText } from '../../../schemas/folds/said.js';
import type { Prompt, PromptContentPart } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { isOnline } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { reasonOf } from '../../parts/failure.js';
import { ListItem, messageBox, useFocusOnLeaving } from '../../parts/focus.js';
import { boxes } from './compose/box.js';
import { emptyDraft, joinDrafts, keepDraftNow, queueEdits, readDraft } from './drafts.js';
import type { SessionPart } from './places.js';

export function QueueStrip({ session: { id, model, state } }: SessionPart) {
  const { queued, isPaused } = state.value.queue;
  const [edited, setEdited] = useState(queueEdits.get(id)?.promptId);
  const [dragged, drag] = useState<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const isSaving = useRef(false);
  const off = isOnline.value ? undefined : text('off.connection');
  const [first] = queued;
  const steered = steeredPrompts(state.value);
  useEffect(() => {
    if (edited === undefined || isSaving.current || isQueued(edited)) return;
    giveBack();
  }, [queued, edited]);
  if (!first && steered.length === 0) return null;

  function act(action: () => Promise<unknown>): void {
    void action().catch((error: unknown) => showNote(reasonOf(error), { isError: true }));
  }

  const isQueued = (promptId: string): boolean =>
    state.peek().queue.queued.some(({ prompt_id }) => prompt_id === promptId);

  function edit(promptId: string | undefined): void {
    queueEdits.set(id, undefined);
    setEdited(promptId);
  }

  /** Moves unsaved edits to the message box, because the prompt started or was removed elsewhere. */
  function giveBack(): void {
    const words = queueEdits.get(id)?.words;
    edit(undefined);
    if (words === undefined || words.trim() === '') return;
    // the message box may render only after this
    setTimeout(() => {
      const box = boxes.get(id);
      const draft = joinDrafts([box?.draft() ?? readDraft(id), { ...emptyDraft, text: words }]);
      if (box) box.put(draft);
      else keepDraftNow(id, draft);
      showNote(text('queue.gone'));
    });
  }

  function leave(promptId: string): void {
    edit(undefined);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-prompt-id="${promptId}"] button`)?.focus(),
    );
  }

  async function save(prompt: Prompt, words: string): Promise<void> {
    isSaving.current = true;
    try {
      await model.editQueued(prompt.prompt_id, { content: withWords(prompt, words) });
      leave(prompt.prompt_id);
    } catch (error) {
      if (isQueued(prompt.prompt_id)) return showNote(reasonOf(error), { isError: true });
      giveBack();
    } finally {
      isSaving.current = false;
    }
  }

  /** Moves a prompt; the focus stays on the button. */
  function move(id: string, position: number): void {
    act(() => model.editQueued(id, { position }));
  }

  return (
    <section class="strip" aria-label={text('queue.name')}>
      {steered.map(({ promptId, content = [] }) => (
        <p key={promptId} class="row dim" data-testid="steered-prompt">
          <span>{text('queue.steered')}</span>
          <span class="queued-words">
            <Clean text={firstLine(promptWords(content))} />
          </span>
        </p>
      ))}
      {first && isPaused && (
        <p class="row" data-testid="queue-paused">
          <span>{text('queue.paused')}</span>
          <GoOn off={off} run={() => act(() => model.steer([first.prompt_id]))} />
        </p>
      )}
      <ul ref={list} hidden={!first} class="plain-list queue" aria-label={text('queue.name')}>
        {queued.map((prompt, at) => (
          <ListItem
            key={prompt.prompt_id}
            otherwise={messageBox}
            data-testid="queued-prompt"
            data-prompt-id={prompt.prompt_id}
            draggable={edited === undefined && off === undefined}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', promptWords(prompt.content));
              drag(prompt.prompt_id);
            }}
            onDragEnd={() => drag(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              if (dragged !== prompt.prompt_id) move(dragged, at);
              drag(undefined);
            }}
          >
            {edited === prompt.prompt_id ? (
              <EditField
                prompt={prompt}
                off={off}
                typed={queueEdits.get(id)?.words}
                changed={(words) =>
                  queueEdits.set(id, words === undefined ? undefined : { promptId: prompt.prompt_id, words })
                }
                save={(words) => save(prompt, words)}
                leave={() => leave(prompt.prompt_id)}
              />
            ) : (
              <>
                <span class="queued-words">
                  <Clean text={promptWords(prompt.content)} />
                </span>
                <span class="queued-buttons">
                  <IconButton
                    icon={Pencil}
                    label={text('queue.edit')}
                    off={off}
                    onClick={() => edit(prompt.prompt_id)}
                  />
                  <IconButton
                    icon={CornerDownRight}
                    label={text('queue.sendNow')}
                    off={off}
                    onClick={() => act(() => model.steer([prompt.prompt_id]))}
                  />
                  <IconButton
                    icon={ArrowUp}
                    label={text('queue.up')}
                    off={off ?? (at === 0 ? text('queue.isFirst') : undefined)}
                    onClick={() => move(prompt.prompt_id, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={text('queue.down')}
                    off={off ?? (at === queued.length - 1 ? text('queue.isLast') : undefined)}
                    onClick={() => move(prompt.prompt_id, at + 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={text('queue.remove')}
                    off={off}
                    onClick={() => act(() => model.removeQueued(prompt.prompt_id))}
                  />
                </span>
              </>
            )}
          </ListItem>
        ))}
      </ul>
    </section>
  );
}

function GoOn({ off, run }: { off: string | undefined; run(): void }) {
  const place = useRef<HTMLSpanElement>(null);
  useFocusOnLeaving(place, messageBox);
  return (
    <span ref={place}>
      <Button off={off} onClick={run}>
        {text('queue.goOn')}
      </Button>
    </span>
  );
}

/** Replaces the text of a prompt and keeps its other parts. */
function withWords({ content }: Prompt, words: string): PromptContentPart[] {
  const others = content.filter((part) => part.type !== 'text') as PromptContentPart[];
  return [{ type: 'text', text: words }, ...others];
}

interface EditFieldProps {
  prompt: Prompt;
  off: string | undefined;
  /** the unsaved edit from before the session was left */
  typed: string | undefined;
  /** undefined: the text equals the prompt again */
  changed(words: string | undefined): void;
  save(words: string): Promise<void>;
  leave(): void;
}

/** Enter saves, Shift-Enter breaks the line, Escape cancels. The typed text is kept until it is saved. */
function EditField({ prompt, off, typed, changed, save, leave }: EditFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [isBusy, setBusy] = useState(false);
  const now = wordsOf(prompt);
  const [given] = useState(now);
  useEffect(() => {
    // a restored field does not take the focus
    if (typed !== undefined) return;
    box.current?.focus();
    box.current?.setSelectionRange(given.length, given.length);
  }, []);
  const submit = (): void => {
    const words = box.current?.value ?? '';
    if (words.trim() === '' || words === given || words === now) return leave();
    if (off !== undefined || isBusy) return;
    setBusy(true);
    void save(words).finally(() => setBusy(false));
  };
  return (
    <>
      <span class="queued-edit">
        <textarea
          ref={box}
          rows={Math.min(8, given.split('\n').length)}
          aria-label={text('queue.edited')}
          defaultValue={typed ?? given}
          onInput={({ currentTarget: { value } }) => changed(value === given ? undefined : value)}
          onKeyDown={(event) => {
            if (event.isComposing || event.keyCode === 229) return;
            if (event.key === 'Escape') leave();
            else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) submit();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        {now !== given && !isBusy && (
          <span class="dim" role="status">
            <Clean text={text('queue.changed', { words: now })} />
          </span>
        )}
      </span>
      <Button off={off} onClick={submit}>
        {text('queue.save')}
      </Button>
    </>
  );
}

function wordsOf({ content }: Prompt): string {
  return promptText(content.filter(({ type }) => type === 'text'));
}
