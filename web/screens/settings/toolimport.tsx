/** Imports MCP servers from the JSON of other programs, pasted or from a file, chosen one by one (web.md 5.15). */
import { useMemo, useState } from 'preact/hooks';
import type { McpServerForm } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { counted, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog } from '../../parts/dialog.js';
import { reasonOf } from '../../parts/failure.js';
import { Field } from '../../parts/field.js';

type Entry = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the servers under `mcpServers` or `servers`, or in the document itself; undefined: it has none. */
function serversOf(source: string): readonly (readonly [string, Entry])[] | undefined {
  let found: unknown;
  try {
    found = JSON.parse(source);
  } catch {
    // the hint beside the field explains it
    return undefined;
  }
  if (!isTable(found)) return undefined;
  const table = found['mcpServers'] ?? found['servers'] ?? found;
  const entries = isTable(table) ? Object.entries(table) : [];
  const servers = entries.filter((entry): entry is [string, Entry] => isTable(entry[1]) && whatOf(entry[1]) !== '');
  return servers.length > 0 ? servers : undefined;
}

function whatOf({ command, url, args }: Entry): string {
  if (typeof command === 'string')
    return [command, ...(Array.isArray(args) ? (args as unknown[]).map(String) : [])].join(' ');
  return typeof url === 'string' ? url : '';
}

/** Fields that this program knows; others are omitted. */
const kept = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'bearerTokenEnvVar',
  'enabled',
  'startupTimeoutMs',
  'toolTimeoutMs',
  'enabledTools',
  'disabledTools',
] as const;

function formOf(name: string, entry: Entry): McpServerForm {
  const { command, transport = entry['type'], disabled } = entry;
  return {
    name,
    transport: typeof command === 'string' ? 'stdio' : transport === 'sse' ? 'sse' : 'http',
    ...Object.fromEntries(kept.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]))),
    ...(disabled === true && { enabled: false }),
  } as McpServerForm;
}

interface ToolImportProps {
  /** names that are already configured */
  known: readonly string[];
  onClose(): void;
  onImported(): void;
}

export function ToolImport({ known, onClose, onImported }: ToolImportProps) {
  const [source, setSource] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const servers = useMemo(() => serversOf(source), [source]);
  const taken = new Set([...known, ...done]);
  const chosen = servers?.filter(([name]) => !taken.has(name) && !left.has(name)) ?? [];

  async function run(): Promise<void> {
    const client = server.peek()?.client;
    if (isBusy || !client) return;
    setBusy(true);
    const imported: string[] = [];
    const failures = new Map<string, string>();
    for (const [name, entry] of chosen) {
      try {
        await client.createManagedMcpServer({ body: formOf(name, entry) });
        imported.push(name);
      } catch (error) {
        failures.set(name, reasonOf(error));
      }
    }
    setBusy(false);
    setDone([...done, ...imported]);
    setRefused(failures);
    if (imported.length > 0) {
      showNote(counted('mcp.import.done', imported.length));
      onImported();
    }
    if (failures.size === 0) onClose();
  }

  return (
    <Dialog
      title={text('mcp.import.title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          <Button
            kind="primary"
            off={isBusy ? text('loading') : chosen.length === 0 ? text('mcp.import.none') : undefined}
            onClick={() => void run()}
          >
            {counted('mcp.import.action', chosen.length)}
          </Button>
        </>
      }
    >
      <div class="form">
        <Field
          label={text('mcp.import.source')}
          hint={text(source.trim() !== '' && !servers ? 'mcp.import.invalid' : 'mcp.import.hint')}
        >
          {(bound) => (
            <textarea
              {...bound}
              rows={8}
              class="code"
              spellcheck={false}
              value={source}
              onInput={({ currentTarget }) => setSource(currentTarget.value)}
            />
          )}
        </Field>
        <Field label={text('mcp.import.file')}>
          {(bound) => (
            <input
              {...bound}
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(setSource)}
            />
          )}
        </Field>
        {servers && (
          <ul class="plain-list" aria-label={text('mcp.table')}>
            {servers.map(([name, entry]) => (
              <li key={name}>
                <label class="check">
                  <input
                    type="checkbox"
                    aria-label={text('mcp.import.entry', { name })}
                    checked={!taken.has(name) && !left.has(name)}
                    disabled={taken.has(name)}
                    onChange={({ currentTarget: { checked } }) =>
                      setLeft(new Set(checked ? [...left].filter((each) => each !== name) : [...left, name]))
                    }
                  />
                  <span>
                    <Clean text={name} />{' '}
                    <code>
                      <Clean text={whatOf(entry)} />
                    </code>
                    {taken.has(name) && <small class="dim"> {text('mcp.import.known')}</small>}
                  </span>
                </label>
                {refused.has(name) && (
                  <p class="reason" role="alert">
                    <Clean text={refused.get(name) ?? ''} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
