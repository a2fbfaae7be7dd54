/** The visualizer on the page: the events of a session, and a comparison of two sessions (web.md 8). */
import { ApiFailure } from '../../client/api/failure.js';
import { text } from '../live/text.js';
import { Link } from '../parts/link.js';
import { Screen } from '../parts/screen.js';
import { Comparison } from '../vis/compare.js';
import { useRecord } from '../vis/record.js';
import { serverSessions } from '../vis/serversource.js';
import { ReadState, Views } from '../vis/session.js';
import { readSessionsFrom } from '../vis/source.js';
import { Skeleton } from '../parts/skeleton.js';
import { NotFound } from './session/session.js';
import type { ScreenProps } from './registry.js';

readSessionsFrom(serverSessions);

export function TimelineScreen({ rest: [id = ''] }: ScreenProps) {
  const record = useRecord(id);
  const facts = record?.facts.value;
  const failure = record?.failure.value;
  if (!facts && failure instanceof ApiFailure && failure.name === 'SESSION_NOT_FOUND') return <NotFound />;
  return (
    <Screen
      title={text('timeline.title')}
      actions={
        <>
          <Link to={`/sessions/${id}`}>{facts?.session.title || text('changes.session')}</Link>
          <Link to={`/compare?a=${id}`}>{text('timeline.compare')}</Link>
        </>
      }
    >
      <div class="vis-body">
        {record && facts && <ReadState record={record} />}
        {record ? <Views record={record} /> : <Skeleton lines={8} />}
      </div>
    </Screen>
  );
}

export function CompareScreen() {
  return (
    <Screen title={text('vis.compare')}>
      <div class="vis-body">
        <Comparison />
      </div>
    </Screen>
  );
}
