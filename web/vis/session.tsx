/** A session in all views, which share the selection and the filter of the address (web.md 8.3). */
import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { isFailure } from '../../client/api/failure.js';
import { counted, formatNumber, text } from '../live/text.js';
import { Boundary, Failure } from '../parts/failure.js';
import { Clean } from '../parts/clean.js';
import { Switch } from '../parts/field.js';
import { Link } from '../parts/link.js';
import { Skeleton } from '../parts/skeleton.js';
import { AgentsView } from './views/agents.js';
import { ContextView } from './views/context.js';
import { ConversationView } from './views/conversation.js';
import { EventsView } from './views/events.js';
import { LogsView } from './views/logs.js';
import { SummaryView } from './views/summary.js';
import { TasksView } from './views/tasks.js';
import { TimelineView } from './views/timeline.js';
import { ToolsView } from './views/tools.js';
import { showView, view, views, type View } from './place.js';
import { useRecord, type Recording } from './record.js';
import { ExportButton } from './exporthtml.js';
import { useTitle } from './title.js';

const drawn: Readonly<Record<View, ComponentType<{ record: Recording }>>> = {
  summary: SummaryView,
  timeline: TimelineView,
  context: ContextView,
  tools: ToolsView,
  agents: AgentsView,
  conversation: ConversationView,
  tasks: TasksView,
  logs: LogsView,
  events: EventsView,
};

export function SessionView({ id }: { id: string }) {
  const record = useRecord(id);
  const facts = record?.facts.value;
  const title = facts ? facts.session.title || id : id;
  useTitle(title);
  const failure = record?.failure.value;
  if (failure !== undefined && !facts) {
    return (
      <>
        <h1>{text(isFailure(failure, 'SESSION_NOT_FOUND') ? 'vis.notFound' : 'vis.unread')}</h1>
        <Failure error={failure} onRetry={() => record?.retry()} />
        <Link to="/">{text('vis.sessions')}</Link>
      </>
    );
  }
  return (
    <>
      <header class="vis-head">
        <h1>
          <Clean text={title} />
        </h1>
        {record && facts && (
          <div class="row">
            <ReadState record={record} />
            <ExportButton record={record} />
          </div>
        )}
      </header>
      {record ? <Views record={record} /> : <Skeleton />}
    </>
  );
}

/** Shows the views of a record once its facts are loaded, or why they are not. */
export function Views({ record }: { record: Recording }) {
  const failure = record.failure.value;
  return (
    <>
      {failure !== undefined && <Failure error={failure} onRetry={() => record.retry()} />}
      {record.facts.value ? <Tabs record={record} /> : failure === undefined && <Skeleton />}
    </>
  );
}

export function ReadState({ record: { facts, isComplete, isFollowed, version, events } }: { record: Recording }) {
  void version.value;
  const { session, damaged = 0, source } = facts.value ?? {};
  return (
    <div class="row">
      <span class="dim small" role="status" data-testid="read-state" data-complete={String(isComplete.value)}>
        {isComplete.value
          ? counted('vis.read', events.length)
          : text('vis.reading', { n: formatNumber(events.length) })}
        {damaged > 0 && ` · ${text('vis.damaged', { n: formatNumber(damaged) })}`}
        {source === 'zip' && ` · ${text('vis.fromFile')}`}
      </span>
      {session?.busy === true && (source === 'home' || source === 'server') && (
        <Switch label={text('vis.follow')} isOn={isFollowed.value} onChange={(isOn) => (isFollowed.value = isOn)} />
      )}
    </div>
  );
}

function Tabs({ record }: { record: Recording }) {
  const tabs = useRef<HTMLDivElement>(null);
  const shown = views.filter((each) => !record.source.without?.includes(each));
  const chosen = shown.find((each) => each === view.value) ?? 'summary';
  const Chosen = drawn[chosen];

  function move(event: KeyboardEvent): void {
    const at = shown.indexOf(chosen);
    const next = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + shown.length,
      Home: 0,
      End: shown.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = next % shown.length;
    showView(shown[index] ?? 'summary');
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }

  return (
    <>
      <div ref={tabs} class="vis-tabs" role="tablist" aria-label={text('vis.views')} onKeyDown={move}>
        {shown.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            class="vis-tab"
            aria-selected={each === chosen}
            aria-controls="view"
            tabIndex={each === chosen ? 0 : -1}
            onClick={() => showView(each)}
          >
            {text(`vis.view.${each}`)}
          </button>
        ))}
      </div>
      <div id="view" class={`vis-view view-${chosen}`} role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        <Boundary key={chosen}>
          <Chosen record={record} />
        </Boundary>
      </div>
    </>
  );
}
