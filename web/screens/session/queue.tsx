/** The queued prompts of a session: each can be edited, moved, steered and removed (web.md 5.6). */
import { ArrowDown, ArrowUp, CornerDownRight, Pencil, Trash2 } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { steeredPrompts } from '../../../client/session/working.js';
import { firstLine, plainText } from '../../../client/view/content.js';
import type { Prompt, PromptContentPart } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { isOnline } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { reasonOf } from '../../parts/failure.js';
import { ListItem, messageBox, useFocusOnLeaving } from '../../parts/focus.js';
import type { SessionPart } from './places.js';

export function QueueStrip({ session: { model, state } }: SessionPart) {
  const { queued, isPaused } = state.value.queue;
  const [edited, edit] = useState<string | undefined>(undefined);
  const [dragged, drag] = useState<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const off = isOnline.value ? undefined : text('off.connection');
  const [first] = queued;
  const steered = steeredPrompts(state.value);
  if (!first && steered.length === 0) return null;

  function act(deed: () => Promise<unknown>): void {
    void deed().catch((error: unknown) => showNote(reasonOf(error), { isError: true }));
  }

  /** The focus stays at the button that moved the prompt. */
  function move(id: string, position: number): void {
    act(() => model.editQueued(id, { position }));
  }

  return (
    <section class="strip" aria-label={text('queue.name')}>
      {steered.map(({ promptId, content = [] }) => (
        <p key={promptId} class="row dim" data-testid="steered-prompt">
          <span>{text('queue.steered')}</span>
          <span class="queued-words">
            <Clean text={firstLine(plainText(content))} />
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
              event.dataTransfer?.setData('text/plain', plainText(prompt.content));
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
                done={(words) => {
                  edit(undefined);
                  if (words !== undefined)
                    act(() => model.editQueued(prompt.prompt_id, { content: withWords(prompt, words) }));
                  requestAnimationFrame(() =>
                    list.current?.querySelector<HTMLElement>(`[data-prompt-id="${prompt.prompt_id}"] button`)?.focus(),
                  );
                }}
              />
            ) : (
              <>
                <span class="queued-words">
                  <Clean text={plainText(prompt.content)} />
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

/** The words are replaced, the other parts stay. */
function withWords({ content }: Prompt, words: string): PromptContentPart[] {
  const others = content.filter((part) => part.type !== 'text') as PromptContentPart[];
  return [{ type: 'text', text: words }, ...others];
}

/** Enter saves, Shift-Enter breaks the line, Escape leaves it as it was. */
function EditField({ prompt, done }: { prompt: Prompt; done(words: string | undefined): void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const given = prompt.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(given.length, given.length);
  }, []);
  const save = (): void => {
    const words = box.current?.value ?? '';
    done(words.trim() === '' || words === given ? undefined : words);
  };
  return (
    <>
      <textarea
        ref={box}
        rows={Math.min(8, given.split('\n').length)}
        aria-label={text('queue.edited')}
        defaultValue={given}
        onKeyDown={(event) => {
          if (event.isComposing || event.keyCode === 229) return;
          if (event.key === 'Escape') done(undefined);
          else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Button onClick={save}>{text('queue.save')}</Button>
    </>
  );
}
