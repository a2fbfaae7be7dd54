/** User input as transcript rows: a message with its attachments, and a shell command with its output. */
import { Square, Terminal } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { TranscriptAttachment, TranscriptTask } from '../../../schemas/generated/types.js';
import { visibleText } from '../../../client/view/clean.js';
import { isOnline } from '../../live/server.js';
import { text } from '../../live/text.js';
import { BodyPart } from '../../parts/blocks.js';
import { Button } from '../../parts/button.js';
import { Media } from './media.js';
import type { ReadMedia } from './rowplace.js';
import type { Toggles } from './toggles.js';

const foldedLines = 12;
const clean = (value: string): string => visibleText(value, 'page');

export interface UserMessageProps {
  id: string;
  words: string;
  toggles: Toggles;
  /** where the message came from, if not from the message box */
  origin: string;
  readMedia: ReadMedia;
  attachments: readonly TranscriptAttachment[];
  /** a button beside the message */
  menu?: ComponentChildren;
}

export function UserMessage({ id, words, toggles, origin, readMedia, attachments, menu }: UserMessageProps) {
  const lines = words.split('\n');
  const isLong = lines.length > foldedLines && !toggles.isOpen(`${id}/prompt`, false);
  return (
    <div class="user-place">
      {menu}
      <div class="user-message" data-testid="user-message" dir="auto">
        {origin !== '' && <p class="origin">{origin}</p>}
        <Marked words={clean(isLong ? lines.slice(0, foldedLines).join('\n') : words)} />
        {isLong && (
          <Button kind="quiet" onClick={() => toggles.set(`${id}/prompt`, true)}>
            {text('call.showAll')}
          </Button>
        )}
        <Media readMedia={readMedia} items={attachments} />
      </div>
    </div>
  );
}

/** Marks mentioned paths, and skills at the beginning. */
function Marked({ words }: { words: string }) {
  const parts = words.split(/((?<=^|\s)@[^\s@]+|^\/[\w:.-]+(?=\s|$))/);
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <span key={at} class="mention">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** A command that the user ran in shell mode. */
export function ShellCommand({
  task: { taskId, description = '', outputTail, state, error },
  toggles,
  onStop,
}: {
  task: TranscriptTask;
  toggles: Toggles;
  /** absent in a record */
  onStop: (() => void) | undefined;
}) {
  const isRunning = state === 'running';
  const key = `shell/${taskId}`;
  const word = text(isRunning ? 'call.running' : state === 'completed' ? 'call.done' : 'call.error');
  return (
    <div class="call shell-command" data-testid="shell-command" data-state={state}>
      <div class="call-line">
        <span class="call-head">
          <Terminal aria-hidden="true" size="1em" />
          <code class="call-subject">{clean(description)}</code>
        </span>
        <span class="call-state">{error === undefined ? word : clean(error)}</span>
        {isRunning && onStop && (
          <Button icon={Square} off={isOnline.value ? undefined : text('off.connection')} onClick={onStop}>
            {text('shell.stop')}
          </Button>
        )}
      </div>
      {outputTail !== '' && (
        <BodyPart
          block={{ kind: 'output', text: outputTail }}
          cwd=""
          isLive={isRunning}
          unfolding={{ isOpen: toggles.isOpen(key, false), open: () => toggles.set(key, true) }}
        />
      )}
    </div>
  );
}
