/** The log of the session and the log of all sessions, by time and level. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../../client/api/failure.js';
import { visibleLine } from '../../../client/view/clean.js';
import { text } from '../../live/text.js';
import { Failure } from '../../parts/failure.js';
import { Choice } from '../../parts/field.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useVirtual } from '../../parts/virtual.js';
import { filter } from '../place.js';
import type { Recording } from '../record.js';
import { Select, TextFilter } from './filters.js';

type Which = 'session' | 'global';
const levels = ['all', 'error', 'warn', 'info', 'debug'] as const;
type Level = (typeof levels)[number];
const rowPx = 24;
const lineChars = 1_000;

interface Line {
  level: string;
  words: string;
}

export function LogsView({ record }: { record: Recording }) {
  const [which, choose] = useState<Which>('session');
  const [level, setLevel] = useState<Level>('all');
  const [lines, setLines] = useState<readonly Line[] | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);
  const { text: typed } = filter.value;

  function read(): void {
    setLines(undefined);
    setFailure(undefined);
    record.source.log(which).then(
      (content) => setLines(linesOf(content)),
      // a session without log entries has no log
      (error: unknown) => {
        if (error instanceof ApiFailure && error.name === 'FILE_NOT_FOUND') setLines([]);
        else setFailure(error);
      },
    );
  }
  useEffect(read, [record, which]);
  const shown = useMemo(
    () =>
      (lines ?? []).filter(
        (line) => (level === 'all' || line.level === level) && line.words.toLowerCase().includes(typed.toLowerCase()),
      ),
    [lines, level, typed],
  );
  return (
    <>
      <div class="vis-filters">
        <Choice<Which>
          label={text('vis.logs.which')}
          value={which}
          options={[
            { value: 'session', name: text('vis.logs.session') },
            { value: 'global', name: text('vis.logs.global') },
          ]}
          onChoose={choose}
        />
        <Select<Level>
          label={text('vis.logs.level')}
          value={level}
          options={levels.map((each) => ({ value: each, name: each === 'all' ? text('vis.all') : each }))}
          onChoose={setLevel}
        />
        <TextFilter label={text('vis.logs.filter')} />
      </div>
      {failure !== undefined && <Failure what={text('vis.logs.failed')} error={failure} onRetry={read} />}
      {!lines && failure === undefined && <Skeleton />}
      {lines && shown.length === 0 && (
        <p class="empty">{text(lines.length === 0 ? 'vis.logs.empty' : 'vis.logs.none')}</p>
      )}
      {shown.length > 0 && <Lines lines={shown} />}
    </>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (at) => at,
    overscan: 12,
  });
  return (
    <div
      ref={scroller}
      class="vis-rows vis-log"
      role="log"
      aria-live="off"
      aria-label={text('vis.view.logs')}
      tabIndex={0}
    >
      <div class="vis-window" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            class="vis-log-line"
            data-level={lines[index]?.level}
            style={{ transform: `translateY(${start}px)` }}
          >
            {lines[index]?.words}
          </div>
        ))}
      </div>
    </div>
  );
}

function linesOf(content: string): Line[] {
  return content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      level: /"level":"?(\w+)/.exec(line)?.[1] ?? /\b(error|warn|info|debug)\b/i.exec(line)?.[1]?.toLowerCase() ?? '',
      words: visibleLine(line.slice(0, lineChars)),
    }));
}
