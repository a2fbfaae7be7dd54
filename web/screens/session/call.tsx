/** A tool call: a button with tool, subject and state, and below it what it does and did (web.md 5.5, 5.5.1). */
import { ChevronRight } from 'lucide-preact';
import { Fragment } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { ToolDisplay, TranscriptToolFrame } from '../../../schemas/generated/types.js';
import { shortened, visibleText } from '../../../client/view/clean.js';
import { describeCall, inputSubject, type BodyBlock } from '../../../client/view/displays.js';
import { diffTexts } from '../../../client/view/diff.js';
import { formatDuration } from '../../../client/view/format.js';
import { describeResult, resultOfFrame } from '../../../client/view/results.js';
import { callWords } from '../../live/callwords.js';
import { preferences } from '../../live/preferences.js';
import { isOnline } from '../../live/server.js';
import { language, text } from '../../live/text.js';
import { BodyPart, Danger, type Unfolding } from '../../parts/blocks.js';
import { Button } from '../../parts/button.js';
import { JsonTree } from '../../parts/json.js';
import type { RowActions } from './rowplace.js';
import { wholeOf, type Toggles } from './toggles.js';

const clean = (value: string): string => visibleText(value, 'page');
/** maximum number of changed lines of a call that is unfolded at first */
const mostOpenLines = 400;
/** maximum characters of live output of a running call */
const mostLiveChars = 16_384;

export interface CallProps {
  frame: TranscriptToolFrame;
  /** what a call would do that waits for approval and has not started */
  waiting?: ToolDisplay | undefined;
  /** the turn ended */
  isOver: boolean;
  toggles: Toggles;
  /** working directory of the session */
  cwd: string;
  actions?: RowActions | undefined;
}

/** Tools whose calls can move to the background. */
const detachable = new Set(['Bash', 'Agent']);

export function Call({ frame, waiting, isOver, toggles, cwd, actions }: CallProps) {
  const display = frame.display ?? waiting;
  const isWaiting = waiting !== undefined;
  const directories = useMemo(() => [cwd], [cwd]);
  const isRunning = frame.state === 'running' && !isOver;
  // calls of one step may run one after the other
  const isQueued = isRunning && !display && frame.input !== undefined;
  const call = useMemo(() => {
    const description = isQueued ? inputSubject(frame.input) : '';
    return describeCall({ name: frame.name, display, description }, { cwd }, callWords);
  }, [frame.name, display, isQueued, frame.input, cwd, language.value]);
  const result =
    frame.state === 'running' && !isOver
      ? undefined
      : describeResult(resultOfFrame(frame, frame.state === 'running' ? { interrupted: true } : {}), callWords);
  const state = isWaiting ? 'waiting' : isRunning ? 'running' : frame.state === 'done' ? 'done' : 'error';
  const body = shownBody(call.body, result?.body ?? []);
  const isShort = useMemo(() => isShortChange(call.body), [call.body]);
  const { toolDetail } = preferences.value;
  const opensAtFirst = toolDetail === 'full' || (toolDetail === 'normal' && isShort);
  const isOpen = toggles.isOpen(frame.frameId, opensAtFirst);
  const isDetachable = isRunning && !isWaiting && !isQueued && frame.taskId === undefined && detachable.has(frame.name);
  const duration = frame.durationMs === undefined ? '' : formatDuration(frame.durationMs);
  const agentType = display?.kind === 'agent_call' ? clean(display.agent_name) : '';
  const progress = useProgress(frame, isRunning);
  const word = text(isQueued ? 'call.queued' : `call.${state}`);
  const subject = clean(call.subject).replace(/\s+/g, ' ');
  const name = [`${call.title}${subject === '' ? '' : ` ${subject}`}`, word, ...(duration === '' ? [] : [duration])];
  const summary = result?.summary ?? '';
  const outcome = result?.outcome || (state === 'done' ? summary : '');
  const facts = [...call.badges, ...(result?.badges ?? [])]
    .map((badge) => clean(badge.text))
    .filter((fact) => fact !== duration && !summary.includes(fact));
  return (
    <div class="call" data-testid="tool-call" data-tool={frame.name} data-state={state} data-call-id={frame.toolCallId}>
      <div class="call-line">
        <button
          type="button"
          class="call-head"
          aria-expanded={isOpen}
          aria-label={name.join(', ')}
          title={subject}
          onClick={() => toggles.set(frame.frameId, !isOpen)}
        >
          <ChevronRight aria-hidden="true" size="1em" class="chevron" />
          <span class="call-tool">{call.title}</span> <span class="call-subject">{shortened(subject, 300)}</span>
        </button>
        <span class="call-state">{[outcome || word, duration].filter(Boolean).join(' · ')}</span>
      </div>
      {actions && (isDetachable || (frame.agentRefs ?? []).length > 0) && (
        <div class="row call-actions">
          {frame.agentRefs?.map(({ agentId }) => (
            <Fragment key={agentId}>
              <Button kind="quiet" onClick={() => actions.openAgent(agentId)}>
                {text('call.openAgent', { id: clean(agentId) })}
              </Button>
              <span class="agent-facts dim small">
                {[agentType, actions.agentFacts(agentId)].filter((fact) => fact !== '').join(' · ')}
              </span>
            </Fragment>
          ))}
          {isDetachable && (
            <Button
              kind="quiet"
              off={isOnline.value ? undefined : text('off.connection')}
              onClick={() => actions.detach(frame.toolCallId)}
            >
              {text('call.detach')}
            </Button>
          )}
        </div>
      )}
      {frame.proposedInput && (
        <details class="edited" data-testid="edited-mark">
          <summary>{text('call.edited')}</summary>
          <Edited proposed={frame.proposedInput} input={frame.input} />
        </details>
      )}
      {isOpen && (
        <div class="call-body">
          {facts.length > 0 && <p class="dim small">{facts.join(' · ')}</p>}
          {call.dangers.map((label) => (
            <Danger key={label} label={label} />
          ))}
          {[...body, ...progress].map((block, at) => (
            <BodyPart
              key={at}
              block={block}
              cwd={cwd}
              directories={actions && directories}
              isLive={isRunning}
              unfolding={unfoldingOf(toggles, frame, at)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** A diff of what the call did replaces the diff of what it was about to do. */
function shownBody(before: readonly BodyBlock[], after: readonly BodyBlock[]): BodyBlock[] {
  const isDone = after.some(({ kind }) => kind === 'diff');
  return [...(isDone ? before.filter(({ kind }) => kind !== 'diff') : before), ...after];
}

function isShortChange(body: readonly BodyBlock[]): boolean {
  return body.some((block) => {
    if (block.kind !== 'diff') return false;
    const { added, removed } = diffTexts(block.before, block.after, { words: false });
    return added + removed <= mostOpenLines;
  });
}

function unfoldingOf(toggles: Toggles, { frameId }: TranscriptToolFrame, at: number): Unfolding {
  const id = `${frameId}/${at}/all`;
  return { isOpen: toggles.isOpen(id, toggles.isOpen(wholeOf(frameId), false)), open: () => toggles.set(id, true) };
}

/** Collects the end of the live output; a frame contains only its latest piece. */
function useProgress({ progress }: TranscriptToolFrame, isRunning: boolean): BodyBlock[] {
  const shown = useRef<{ last: typeof progress; words: string }>({ last: undefined, words: '' });
  if (progress?.text && progress !== shown.current.last)
    shown.current = { last: progress, words: (shown.current.words + progress.text).slice(-mostLiveChars) };
  const { words } = shown.current;
  return isRunning && words !== '' ? [{ kind: 'output', text: words }] : [];
}

/** The arguments that the user changed: as the model gave them, and as they ran. */
function Edited({
  proposed,
  input,
}: {
  proposed: Readonly<Record<string, unknown>>;
  input: TranscriptToolFrame['input'];
}) {
  const changed: Readonly<Record<string, unknown>> = typeof input === 'object' ? input : {};
  const differs = (name: string): boolean => JSON.stringify(proposed[name]) !== JSON.stringify(changed[name]);
  const own = Object.keys(proposed).filter(differs);
  // arguments that only the server added are not changes by the user
  const names = own.length > 0 ? own : Object.keys(changed).filter(differs);
  return (
    <dl class="facts">
      {names.map((name) => (
        <div key={name}>
          <dt>
            <code>{clean(name)}</code>
          </dt>
          <dd>
            <Value label={text('call.proposed')} value={proposed[name]} />
            <Value label={text('call.run')} value={changed[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ label, value }: { label: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <div>
      <p class="dim small">{label}</p>
      {typeof value === 'string' ? (
        <pre tabIndex={0} aria-label={label}>
          {clean(value)}
        </pre>
      ) : (
        <JsonTree name={label} value={value} />
      )}
    </div>
  );
}
