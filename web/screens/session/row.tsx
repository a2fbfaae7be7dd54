/** One row of the transcript. */
import { ChevronRight, CircleAlert, Info, RotateCw } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';
import type { EventPayloads } from '../../../schemas/generated/events.js';
import type {
  PromptContentPart,
  TranscriptAttachment,
  TranscriptMarker,
  TranscriptTurn,
} from '../../../schemas/generated/types.js';
import { oneLine, shortened, visibleText } from '../../../client/view/clean.js';
import { formatDuration, formatMoney, formatTokens } from '../../../client/view/format.js';
import { preferences } from '../../live/preferences.js';
import { counted, text, type MessageKey } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { messageBox, useFocusOnLeaving } from '../../parts/focus.js';
import { Link } from '../../parts/link.js';
import { Block, Markdown } from '../../parts/markdown.js';
import { Call } from './call.js';
import { originWords, turnWords } from './origins.js';
import type { RowPlace } from './rowplace.js';
import type { Row } from './rows.js';
import type { Toggles } from './toggles.js';
import { ShellCommand, UserMessage } from './usermessage.js';

const clean = (value: string): string => visibleText(value, 'page');

export const RowView = memo(function RowView({ row, place }: { row: Row; place: RowPlace }) {
  const { cwd, directories, toggles, isActive, readMedia, waitingCalls, actions } = place;
  switch (row.kind) {
    case 'turn':
      return <TurnHead turn={row.turn} place={place} />;
    case 'block':
      return (
        <div class="markdown" data-testid="assistant-text">
          <Block block={row.block} part={row.part} level={row.level} {...(directories && { directories })} />
        </div>
      );
    case 'thinking':
      return <Thinking id={row.key} words={row.frame.text} isRunning={row.isOpen && isActive} toggles={toggles} />;
    case 'call':
      return (
        <Call
          frame={row.frame}
          isOver={row.isOver}
          toggles={toggles}
          cwd={cwd}
          waiting={waitingCalls?.get(row.frame.toolCallId)}
          actions={actions}
        />
      );
    case 'lookups':
      return <Lookups row={row} toggles={toggles} cwd={cwd} actions={actions} />;
    case 'steered':
      return (
        <UserMessage
          id={row.key}
          words={row.text}
          toggles={toggles}
          origin={text('origin.steer')}
          readMedia={readMedia}
          attachments={attachmentsOf(place, row.attachmentIds)}
        />
      );
    case 'shell':
      return (
        <ShellCommand task={row.task} toggles={toggles} onStop={actions && (() => actions.stopTask(row.task.taskId))} />
      );
    case 'outgoing':
      return (
        <div class="user-message sending" data-testid="user-message">
          {clean(row.prompt.content.map(wordsOf).join(''))}
        </div>
      );
    case 'notice':
      return (
        <p class={`notice ${row.level}`}>
          <Info aria-hidden="true" size="1em" /> {clean(row.message)} <span class="dim">{clean(row.detail)}</span>
        </p>
      );
    case 'retry':
      return (
        <p class="notice warning" data-testid="retry">
          <RotateCw aria-hidden="true" size="1em" />{' '}
          {text('turn.retry', {
            n: row.retry.nextAttempt,
            m: row.retry.maxAttempts,
            s: Math.round(row.retry.delayMs / 1_000),
            reason: clean(row.retry.errorMessage),
          })}
        </p>
      );
    case 'error':
      return <TurnError row={row} onRetry={actions?.retry} />;
    case 'footer':
      return (
        <Footer turn={row.turn} isStopReported={row.isStopReported}>
          {actions?.menuOf(row.turn, row.isLast)}
        </Footer>
      );
    case 'marker':
      return <Marker marker={row.marker} toggles={toggles} />;
  }
});

function wordsOf(part: PromptContentPart): string {
  return part.type === 'text' ? part.text : part.type === 'mention' ? `@${part.path}` : '';
}

function attachmentsOf({ attachments }: RowPlace, ids: readonly string[] = []): TranscriptAttachment[] {
  return ids.map((id) => attachments.get(id)).filter((each) => each !== undefined);
}

function TurnHead({ turn, place }: { turn: TranscriptTurn; place: RowPlace }) {
  const { turnId, ordinal, state, prompt = '', attachmentIds } = turn;
  const attachments = attachmentsOf(place, attachmentIds);
  const origin = originWords(turn.origin);
  return (
    <div data-testid="turn" data-turn-id={turnId} data-state={state}>
      <h2 class="unseen">{text('turn.heading', { n: ordinal, words: turnWords(turn, 80) })}</h2>
      {(prompt !== '' || attachments.length > 0 || origin !== '') && (
        <UserMessage
          id={turnId}
          words={prompt}
          toggles={place.toggles}
          origin={origin}
          readMedia={place.readMedia}
          attachments={attachments}
        />
      )}
    </div>
  );
}

/** When the page first and last saw a thinking row run, newest last. Thinking that ended before has no duration. */
const thought = new Map<string, { from: number; to: number }>();
const mostThought = 500;
/** Minimum milliseconds of thinking to mention. */
const leastThought = 100;

function useThought(id: string, isRunning: boolean): string | undefined {
  const seen = thought.get(id);
  if (isRunning) {
    thought.delete(id);
    thought.set(id, { from: seen?.from ?? Date.now(), to: Date.now() });
    const [oldest] = thought.keys();
    if (thought.size > mostThought && oldest !== undefined) thought.delete(oldest);
  }
  const ms = seen && !isRunning ? seen.to - seen.from : 0;
  return ms < leastThought ? undefined : formatDuration(ms);
}

function Thinking({
  id,
  words,
  isRunning,
  toggles,
}: {
  id: string;
  words: string;
  isRunning: boolean;
  toggles: Toggles;
}) {
  const isOpen = toggles.isOpen(id, isRunning && preferences.value.thinkingOpen);
  const duration = useThought(id, isRunning);
  const done = duration === undefined ? text('thinking.done') : text('thinking.lasted', { duration });
  return (
    <div class="thinking" data-testid="thinking">
      <button type="button" class="call-head" aria-expanded={isOpen} onClick={() => toggles.set(id, !isOpen)}>
        <ChevronRight aria-hidden="true" size="1em" class="chevron" />
        <span>{isRunning ? text('thinking.running') : done}</span>
      </button>
      {isOpen && <div class="thinking-text">{clean(words)}</div>}
    </div>
  );
}

interface LookupsProps {
  row: Extract<Row, { kind: 'lookups' }>;
  toggles: Toggles;
  cwd: string;
  actions: RowPlace['actions'];
}

function Lookups({ row, toggles, cwd, actions }: LookupsProps) {
  const isOpen = toggles.isOpen(row.key, false);
  return (
    <div class="call">
      <button type="button" class="call-head" aria-expanded={isOpen} onClick={() => toggles.set(row.key, !isOpen)}>
        <ChevronRight aria-hidden="true" size="1em" class="chevron" />
        <span class="call-tool">{text('call.lookups', { n: row.frames.length })}</span>
      </button>
      {isOpen &&
        row.frames.map((frame) => (
          <Call key={frame.frameId} frame={frame} isOver toggles={toggles} cwd={cwd} actions={actions} />
        ))}
    </div>
  );
}

interface TurnErrorProps {
  row: Extract<Row, { kind: 'error' }>;
  onRetry: (() => void) | undefined;
}

/** Names of errors 40110 to 40113 in events (ws.md 14.2). */
const needsModel = /^auth\./;

function TurnError({ row: { turn, isLast, code }, onRetry }: TurnErrorProps) {
  const canRetry = isLast && onRetry !== undefined;
  // a record has no settings
  const canSetUp = onRetry !== undefined && needsModel.test(code);
  return (
    <div class="failure" data-testid="turn-error">
      <p>
        <CircleAlert aria-hidden="true" size="1.1em" />
        <strong class="failure-words">{clean(turn.error ?? text('state.failed'))}</strong>
        {code !== '' && <span class="dim small">{clean(code)}</span>}
      </p>
      {(canRetry || canSetUp) && (
        <div class="row">
          {canRetry && <RetryButton onClick={onRetry} />}
          {canSetUp && <Link to="/settings/models">{text('turn.setUp')}</Link>}
        </div>
      )}
    </div>
  );
}

function RetryButton({ onClick }: { onClick(): void }) {
  const place = useRef<HTMLSpanElement>(null);
  useFocusOnLeaving(place, messageBox);
  return (
    <span ref={place}>
      <Button icon={RotateCw} onClick={onClick}>
        {text('turn.retryButton')}
      </Button>
    </span>
  );
}

interface FooterProps {
  turn: TranscriptTurn;
  /** a marker above already reports that the turn was stopped */
  isStopReported: boolean;
  children: ComponentChildren;
}

function Footer({ turn, isStopReported, children }: FooterProps) {
  const { usage, durationMs, steps, state } = turn;
  const calls = steps.reduce((sum, { frames }) => sum + frames.filter(({ kind }) => kind === 'tool').length, 0);
  const { inputTokens = 0, outputTokens = 0, cachedTokens = 0, cost } = usage ?? {};
  const facts = [
    state === 'cancelled' && !isStopReported ? text('turn.stopped') : '',
    durationMs === undefined ? '' : formatDuration(durationMs),
    inputTokens + outputTokens === 0
      ? ''
      : text('turn.tokens', {
          in: formatTokens(inputTokens),
          out: formatTokens(outputTokens),
          cached: formatTokens(cachedTokens),
        }),
    cost === undefined ? '' : formatMoney(cost),
    calls === 0 ? '' : counted('turn.calls', calls),
  ].filter((fact) => fact !== '');
  return (
    <div class="turn-usage dim small" data-testid="turn-usage">
      <span>{facts.join(' · ')}</span>
      {children}
    </div>
  );
}

/** Returns the result of a finished compaction. */
function compactionOf(payload: TranscriptMarker['payload']): Partial<Compaction> | undefined {
  const result = payload?.['result'];
  return typeof result === 'object' && result !== null ? result : undefined;
}

function titleOfMarker(marker: string, payload: TranscriptMarker['payload']): string {
  const { tokensBefore, tokensAfter } = compactionOf(payload) ?? {};
  if (marker === 'compaction' && tokensBefore !== undefined && tokensAfter !== undefined)
    return text('marker.compaction', { before: formatTokens(tokensBefore), after: formatTokens(tokensAfter) });
  const key = Object.hasOwn(markerTitles, marker) ? markerTitles[marker] : undefined;
  const title = key === undefined ? marker.replaceAll(/[._]/g, ' ') : text(key);
  const fact = [...factFields.map((name) => payload?.[name]), goalOf(payload)].find(
    (each) => typeof each === 'string' && each !== '',
  );
  return typeof fact === 'string' ? `${title}: ${shortened(clean(oneLine(fact)), mostFact)}` : title;
}

/** Payload fields that may contain the content of a marker. */
const factFields = ['message', 'prompt', 'skillName', 'content'];
const mostFact = 160;

function goalOf(payload: TranscriptMarker['payload']): string | undefined {
  const { snapshot, change } = (payload ?? {}) as Partial<EventPayloads['goal.updated']>;
  if (!snapshot) return change === undefined ? undefined : text('goal.over');
  const status = change?.status ?? snapshot.status;
  return `${snapshot.objective} · ${text(`goal.${status}`)}`;
}

type Compaction = EventPayloads['compaction.completed']['result'];

const markerTitles: Readonly<Record<string, MessageKey>> = {
  compaction: 'marker.compacting',
  notice: 'marker.notice',
  undo: 'marker.undo',
  'plan.enter': 'marker.plan.enter',
  'plan.exit': 'marker.plan.exit',
  'plan.revision': 'marker.plan.revision',
  goal: 'marker.goal',
  skill: 'marker.skill',
  'cron.fired': 'marker.cron.fired',
  hook: 'marker.hook',
  interruption: 'marker.interruption',
};

/** Markers without content besides their title. */
const wholeInTitle = new Set(['plan.enter', 'plan.exit', 'interruption']);

function Marker({ marker: { markerId, marker, payload }, toggles }: { marker: TranscriptMarker; toggles: Toggles }) {
  const isOpen = toggles.isOpen(markerId, false);
  const summary = compactionOf(payload)?.summary;
  if (wholeInTitle.has(marker) || Object.keys(payload ?? {}).length === 0)
    return (
      <div class="marker" data-testid="marker" data-marker={marker}>
        <p class="call-head whole">{titleOfMarker(marker, payload)}</p>
      </div>
    );
  return (
    <div class="marker" data-testid="marker" data-marker={marker}>
      <button type="button" class="call-head" aria-expanded={isOpen} onClick={() => toggles.set(markerId, !isOpen)}>
        <ChevronRight aria-hidden="true" size="1em" class="chevron" />
        <span>{titleOfMarker(marker, payload)}</span>
      </button>
      {isOpen && summary !== undefined && <Markdown source={summary} />}
      {isOpen && summary === undefined && (
        <pre tabIndex={0} dir="ltr">
          {clean(JSON.stringify(payload ?? {}, null, 2))}
        </pre>
      )}
    </div>
  );
}
