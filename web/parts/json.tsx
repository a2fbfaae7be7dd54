/** A JSON value as a foldable tree; deep or long parts are shown as text. */
import { visibleText } from '../../client/view/clean.js';
import { text } from '../live/text.js';

const deepest = 100;
/** maximum number of entries shown for one object or list; the rest is only counted */
const most = 500;

export function JsonTree({ name, value }: { name: string; value: unknown }) {
  return (
    <div class="json" role="group" aria-label={name}>
      <Entry name="" value={value} depth={0} isOpen />
    </div>
  );
}

interface EntryProps {
  name: string;
  value: unknown;
  depth: number;
  isOpen?: boolean;
}

function Entry({ name, value, depth, isOpen = false }: EntryProps) {
  if (typeof value !== 'object' || value === null || depth >= deepest) return <Leaf name={name} value={value} />;
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0) return <Leaf name={name} value={value} />;
  const rows = entries
    .slice(0, most)
    .map(([key, each]) => <Entry key={key} name={key} value={each} depth={depth + 1} isOpen={depth === 0} />);
  const rest = entries.length - most;
  return (
    <details open={isOpen}>
      <summary>
        <Name name={name} />
        <span class="dim">{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span>
      </summary>
      <div class="json-entries">
        {rows}
        {rest > 0 && <p class="dim">{text('json.more', { n: rest })}</p>}
      </div>
    </details>
  );
}

function Leaf({ name, value }: Pick<EntryProps, 'name' | 'value'>) {
  return (
    <div class="json-leaf">
      <Name name={name} />
      <code>{visibleText(JSON.stringify(value) ?? '', 'page')}</code>
    </div>
  );
}

function Name({ name }: { name: string }) {
  return name === '' ? null : <span class="json-name">{visibleText(name, 'page')}: </span>;
}
