/** The message box: text, attachments, completion, shell mode, and the draft (web.md 5.6). */
import { Paperclip } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isMissingPiece, logDefect } from '../../../live/defects.js';
import { announce } from '../../../live/notes.js';
import { preferences } from '../../../live/preferences.js';
import { text } from '../../../live/text.js';
import { Button, IconButton } from '../../../parts/button.js';
import {
  beginFlight,
  emptyDraft,
  isEmptyDraft,
  joinDrafts,
  keepDraft,
  keepDraftNow,
  keepReason,
  readDraft,
  readNewerDraft,
  takeReason,
  watchDrafts,
  type Draft,
} from '../drafts.js';
import type { InputHistory } from '../inputhistory.js';
import { Chips, DropTarget, filesIn, isExpiry, uploaded, useAttachments } from './attachments.js';
import { CompletionList, useCompletion, type Offer, type Source } from './completion.js';
import { mediaKind } from './content.js';
import { ComposerButtons, Refusal, type How } from './composerbuttons.js';

const stopWithinMs = 2_000;
/** Safari ends a composition just before the Enter that confirms it; Enter within this time does not send. */
const lateEnterMs = 20;

/** `kept`: nothing was sent, and the text stays in the box, with the reason if there is one. */
export type Sent = 'sent' | { kept: string };

export interface BoxProps {
  draftId: string;
  rows?: number;
  /** a turn runs, so Enter queues */
  isActive?: boolean;
  off: string | undefined;
  sources: readonly Source[];
  history?: InputHistory;
  /** the model accepts images; undefined: unknown */
  seesImages: boolean | undefined;
  hasShell?: boolean;
  /** Rejects when the server refuses. Call `release` when the message is shown elsewhere, to free the box. */
  submit(draft: Draft, how: How, release: () => void): Promise<Sent>;
  stop?(): void;
  /** an action that precedes sending, and how to cancel it */
  before?: { text: string; leave(): void } | undefined;
  controls: ComponentChildren;
}

export interface Box {
  draft(): Draft;
  isEmpty(): boolean;
  put(draft: Draft): void;
  /** Puts a refused message back, before the text written since. */
  giveBack(draft: Draft, reason: unknown): void;
  /** Shows the draft from another tab, unless the user is writing here. */
  follow(draft: Draft): void;
  focus(): void;
}

/** The mounted boxes by the id of their draft. */
export const boxes = new Map<string, Box>();
watchDrafts((id, draft) => boxes.get(id)?.follow(draft));

export function MessageBox(props: BoxProps) {
  const { draftId, isActive = false, off, history, submit } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const first = useRef<Draft | undefined>(undefined);
  first.current ??= readDraft(draftId);
  const [words, setWords] = useState(first.current.text);
  const mentions = useRef(first.current.mentions);
  const [isShell, setShell] = useState(false);
  const [refused, refuse] = useState<unknown>(() => takeReason(draftId) ?? '');
  const [isSending, setSending] = useState(false);
  const [asksToStop, askToStop] = useState(false);
  const escapedAt = useRef(0);
  const composedAt = useRef(-Infinity);
  const wasChanged = useRef(false);
  const current = useRef(words);
  current.current = words;

  const attachments = useAttachments(first.current.files, (files) => {
    wasChanged.current = true;
    keepDraft(draftId, { text: current.current, mentions: mentions.current, files });
  });
  const draft = (): Draft => ({
    text: current.current,
    mentions: mentions.current,
    files: uploaded(attachments.items),
  });
  const completion = useCompletion(isShell ? noSources : props.sources, take);

  useLayoutEffect(() => {
    const { current: element } = box;
    // browsers with `field-sizing` grow it in CSS, without a layout per key
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [words]);

  // a later draft of another device replaces this one, unless the user types first
  useEffect(() => {
    let isOver = false;
    void readNewerDraft(draftId).then((newer) => {
      if (newer && !isOver && !wasChanged.current) put(newer);
    });
    return () => void (isOver = true);
  }, [draftId]);

  useEffect(() => {
    const handle: Box = {
      draft,
      isEmpty: () => isEmptyDraft(draft()),
      put(next) {
        put(next);
        keepDraftNow(draftId, next);
      },
      giveBack(refused, reason) {
        handle.put(joinDrafts([refused, draft()]));
        if (isExpiry(reason)) attachments.markExpired();
        refuse(reason);
      },
      follow(next) {
        if ((document.hasFocus() && document.activeElement === box.current) || isUploading) return;
        put(next);
      },
      focus: () => box.current?.focus(),
    };
    boxes.set(draftId, handle);
    return () => void (boxes.get(draftId) === handle && boxes.delete(draftId));
  });

  function put(next: Draft): void {
    mentions.current = next.mentions;
    attachments.replace(next.files);
    current.current = next.text;
    setWords(next.text);
    refuse('');
  }

  function change(next: string): void {
    wasChanged.current = true;
    current.current = next;
    setWords(next);
    refuse('');
    if (!isShell) keepDraft(draftId, draft());
  }

  function take({ insert, mention }: Offer, from: number): void {
    const caret = box.current?.selectionStart ?? words.length;
    if (mention !== undefined) mentions.current = [...new Set([...mentions.current, mention])];
    const rest = words.slice(caret);
    change(words.slice(0, from) + insert + (insert.endsWith(' ') ? rest.replace(/^ /, '') : rest));
    completion.close();
    moveCaret(from + insert.length);
    if (!insert.endsWith(' ')) return;
    // completion of the command's values may follow
    if (insert.startsWith('/')) completion.complete(insert);
  }

  function moveCaret(to: number): void {
    requestAnimationFrame(() => box.current?.setSelectionRange(to, to));
  }

  const isUploading = attachments.items.some(({ fileId, problem }) => fileId === undefined && problem === undefined);
  const isEmpty = words.trim() === '' && attachments.items.length === 0;
  const offSend =
    off ??
    (isEmpty ? text('composer.empty') : undefined) ??
    (isUploading ? text('attach.wait') : undefined) ??
    (attachments.items.some(({ problem }) => problem !== undefined) ? text('attach.removeFirst') : undefined);

  async function send(how: How): Promise<void> {
    if (offSend !== undefined || isSending) return;
    completion.close();
    setSending(true);
    refuse('');
    const sent = draft();
    let flight: ReturnType<typeof beginFlight> | undefined;
    const endSending = (): void => {
      setSending(false);
      box.current?.focus();
    };
    const release = (): void => {
      wasChanged.current = true;
      flight = beginFlight(draftId, sent, (refused, written, reason) => {
        const shown = boxes.get(draftId);
        if (shown) return shown.giveBack(refused, reason);
        keepDraftNow(draftId, joinDrafts([refused, written]));
        keepReason(draftId, reason);
      });
      put(emptyDraft);
      endSending();
    };
    try {
      const outcome = await submit(sent, how, release);
      if (outcome !== 'sent') return refuse(outcome.kept);
      history?.add(how === 'shell' ? `!${sent.text}` : sent.text);
      if (how === 'shell') setShell(false);
      if (flight) flight.accepted();
      else if (current.current === sent.text) {
        put(emptyDraft);
        keepDraftNow(draftId, emptyDraft);
      }
    } catch (error) {
      if (flight) return flight.refused(error);
      if (isExpiry(error)) attachments.markExpired();
      if (isMissingPiece(error)) logDefect(error);
      refuse(error);
    } finally {
      if (!flight) endSending();
    }
  }

  /** ↑ in the first line and ↓ in the last one browse the input history. */
  function browse(event: KeyboardEvent, from: InputHistory): void {
    const { current: element } = box;
    if (!element || element.selectionStart !== element.selectionEnd) return;
    const isUp = event.key === 'ArrowUp';
    if (!isUp && !from.isBrowsing()) return;
    const caret = element.selectionStart;
    if ((isUp ? words.slice(0, caret) : words.slice(caret)).includes('\n')) return;
    event.preventDefault();
    void from.step(isUp ? 1 : -1, isShell ? `!${words}` : words).then((found) => {
      if (found === undefined) return;
      const isCommand = props.hasShell === true && found.startsWith('!');
      setShell(isCommand);
      const shown = isCommand ? found.slice(1) : found;
      change(shown);
      moveCaret(shown.length);
    });
  }

  function escape(event: KeyboardEvent): void {
    if (isShell) setShell(false);
    else if (props.before) props.before.leave();
    else if (isActive && props.stop) {
      if (Date.now() - escapedAt.current < stopWithinMs) props.stop();
      else {
        announce(text('composer.stopAgain'));
        askToStop(true);
        setTimeout(askToStop, stopWithinMs, false);
      }
      escapedAt.current = Date.now();
    } else return;
    event.preventDefault();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && event.timeStamp - composedAt.current < lateEnterMs) return event.preventDefault();
    if (completion.onKey(event)) return;
    const { key, shiftKey, altKey } = event;
    const isMod = event.ctrlKey || event.metaKey;
    if (key === 'Escape') return escape(event);
    if (key === '!' && words === '' && !isShell && props.hasShell) {
      setShell(true);
      return event.preventDefault();
    }
    if (key === 'Backspace' && words === '' && isShell) {
      setShell(false);
      return event.preventDefault();
    }
    if ((key === 'ArrowUp' || key === 'ArrowDown') && !isMod && !shiftKey && !altKey && history)
      return browse(event, history);
    if (key !== 'Enter' || shiftKey || altKey) return;
    const { enterSends } = preferences.peek();
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (!isMod && enterSends !== 'always' && (enterSends !== 'automatic' || isTouch)) return;
    event.preventDefault();
    void send(isShell ? 'shell' : isMod && isActive ? 'steer' : 'plain');
  }

  function showCaret(element: HTMLTextAreaElement): void {
    if (element.selectionStart === element.selectionEnd)
      completion.complete(element.value.slice(0, element.selectionStart));
  }

  const hasPictures = attachments.items.some(({ mediaType }) => mediaKind(mediaType) === 'image');
  const { found } = completion;
  return (
    <>
      <DropTarget onFiles={attachments.add} />
      <Refusal error={refused} />
      {props.before && (
        <p class="composer-note row">
          <span>{props.before.text}</span>
          <Button kind="quiet" onClick={props.before.leave}>
            {text('dialog.cancel')}
          </Button>
        </p>
      )}
      <div class="composer-box" data-shell={String(isShell)}>
        <CompletionList
          completion={completion}
          onTake={(offer, from) => {
            take(offer, from);
            box.current?.focus();
          }}
        />
        <Chips attachments={attachments} />
        {hasPictures && props.seesImages === false && <p class="composer-note">{text('attach.noImages')}</p>}
        {isShell && (
          <p class="shell-label" aria-hidden="true">
            {text('shell.label')}
          </p>
        )}
        <textarea
          ref={box}
          rows={props.rows ?? 1}
          style={{ '--rows': props.rows ?? 1 }}
          aria-label={text('composer.message')}
          aria-autocomplete="list"
          {...(isShell && { 'aria-description': text('shell.label') })}
          {...(found && { 'aria-controls': completion.listId, 'aria-activedescendant': completion.optionId })}
          placeholder={text(
            isShell ? 'shell.placeholder' : isActive ? 'composer.placeholder.busy' : 'composer.placeholder',
          )}
          value={words}
          onInput={(event) => {
            history?.leave();
            change(event.currentTarget.value);
            showCaret(event.currentTarget);
          }}
          onClick={(event) => showCaret(event.currentTarget)}
          onCompositionEnd={(event) => void (composedAt.current = event.timeStamp)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { clipboardData } = event;
            // programs that copy text may offer an image of it too
            if (clipboardData?.types.includes('text/plain')) return;
            const files = filesIn(clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            attachments.add(files);
          }}
          onBlur={() => {
            completion.close();
            if (!isShell) keepDraftNow(draftId, draft());
          }}
        />
        <div class="composer-row">
          <div class="composer-controls">
            <IconButton icon={Paperclip} label={text('attach.button')} onClick={() => picker.current?.click()} />
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              tabIndex={-1}
              aria-hidden="true"
              onChange={({ currentTarget }) => {
                attachments.add([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
            {props.controls}
          </div>
          {asksToStop && isActive && <span class="dim">{text('composer.stopAgain')}</span>}
          <ComposerButtons
            isActive={isActive}
            isEmpty={isEmpty}
            off={off}
            offSend={offSend}
            {...(props.stop && { stop: props.stop })}
            send={(how) => void send(isShell ? 'shell' : how)}
          />
        </div>
      </div>
    </>
  );
}

const noSources: readonly Source[] = [];
