/** The form of an MCP server: a command with arguments and environment, or a URL with headers. */
import { useState } from 'preact/hooks';
import type { McpServerForm, McpShownConfig } from '../../../schemas/generated/types.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Choice, Field } from '../../parts/field.js';
import { FormDialog, refusalsOf, type Refusals } from './formdialog.js';

interface ToolServerProps {
  name?: string;
  /** present for a stored server */
  config?: McpShownConfig;
  onClose(): void;
  onSaved(): void;
}

/** Formats values as `KEY=value` lines, as the user types them. */
const linesOf = (values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');

function valuesOf(lines: string): Record<string, string> {
  const pairs = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs);
}

const fields: Readonly<Record<string, string>> = { env: 'values', headers: 'values' };
const shownFields = ['name', 'command', 'args', 'url'];

/** Returns the form field for a path in the request. */
function fieldOf(path: string): string | undefined {
  const [first = ''] = path.split('.');
  return fields[first] ?? shownFields.find((each) => each === first);
}

type Transport = McpServerForm['transport'];

export function ToolServerDialog({ name: stored, config, onClose, onSaved }: ToolServerProps) {
  const [name, setName] = useState(stored ?? '');
  const [transport, setTransport] = useState<Transport>(config?.transport ?? 'stdio');
  const [command, setCommand] = useState(config?.transport === 'stdio' ? config.command : '');
  const [args, setArgs] = useState(config?.transport === 'stdio' ? (config.args ?? []).join('\n') : '');
  const [address, setAddress] = useState(config && config.transport !== 'stdio' ? config.url : '');
  const [values, setValues] = useState(() =>
    config === undefined ? '' : linesOf(config.transport === 'stdio' ? config.env : config.headers),
  );
  const [refused, setRefused] = useState<Refusals>({});
  const [isBusy, setBusy] = useState(false);
  const isProgram = transport === 'stdio';

  async function save(): Promise<void> {
    const client = server.peek()?.client;
    if (isBusy || !client) return;
    const wrong = values.split('\n').findIndex((line) => line.trim() !== '' && !/^\s*[^=\s][^=]*=/.test(line));
    if (wrong >= 0) return setRefused({ values: text('mcp.pairs.wrong', { n: wrong + 1 }) });
    setBusy(true);
    const form = {
      // keeps fields that the form does not show
      ...(config?.transport === transport ? config : {}),
      transport,
      name: name.trim(),
      ...(isProgram
        ? { command: command.trim(), args: args.split('\n').filter((arg) => arg !== ''), env: valuesOf(values) }
        : { url: address.trim(), headers: valuesOf(values) }),
    } as McpServerForm;
    try {
      if (stored === undefined) await client.createManagedMcpServer({ body: form });
      else {
        const { name: _, ...body } = form;
        await client.replaceManagedMcpServer({ params: { name: stored }, body });
      }
      showNote(text('models.saved', { name }));
      onSaved();
      onClose();
    } catch (failure) {
      setRefused(refusalsOf(failure as Error, fieldOf));
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={stored === undefined ? text('mcp.add') : text('provider.edit', { name: stored })}
      action={text('provider.save')}
      isBusy={isBusy}
      refused={refused}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label={text('models.name')} error={refused['name']}>
        {(bound) => (
          <input
            {...bound}
            type="text"
            autoFocus
            readOnly={stored !== undefined}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Choice<Transport>
        label={text('mcp.transport')}
        value={transport}
        options={[
          { value: 'stdio', name: text('mcp.stdio') },
          { value: 'http', name: 'HTTP' },
          { value: 'sse', name: 'SSE' },
        ]}
        onChoose={setTransport}
      />
      {isProgram ? (
        <>
          <Field label={text('mcp.command')} error={refused['command']}>
            {(bound) => (
              <input
                {...bound}
                type="text"
                value={command}
                onInput={(event) => setCommand(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={text('mcp.arguments')} hint={text('mcp.arguments.hint')} error={refused['args']}>
            {(bound) => (
              <textarea
                {...bound}
                rows={3}
                class="code"
                value={args}
                onInput={(event) => setArgs(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      ) : (
        <Field label={text('provider.address')} error={refused['url']}>
          {(bound) => (
            <input {...bound} type="url" value={address} onInput={(event) => setAddress(event.currentTarget.value)} />
          )}
        </Field>
      )}
      <Field
        label={text(isProgram ? 'mcp.environment' : 'mcp.headers')}
        hint={text('mcp.pairs')}
        error={refused['values']}
      >
        {(bound) => (
          <textarea
            {...bound}
            rows={3}
            class="code"
            value={values}
            onInput={(event) => setValues(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
