/** The permission mode of new sessions, the rules, and a trial of what they decide (web.md 5.15, additions.md A10). */
import { Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { Config, PermissionMode } from '../../../schemas/generated/types.js';
import { saveConfiguration, useConfiguration } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Choice, Field } from '../../parts/field.js';
import { Reading } from './reading.js';
import { Table } from '../../parts/table.js';

type Rule = NonNullable<NonNullable<Config['permission']>['rules']>[number];
type Decision = Rule['decision'];
const decisions: readonly Decision[] = ['deny', 'ask', 'allow'];

export function Permissions() {
  const found = useConfiguration();
  if (!found) return <Reading />;
  const { config } = found;
  const modes: readonly PermissionMode[] = ['manual', 'yolo', 'auto'];
  return (
    <>
      <Choice
        label={text('permissions.mode')}
        value={config.default_permission_mode ?? 'manual'}
        options={modes.map((value) => ({
          value,
          name: text(`mode.${value}`),
          hint: text(`mode.${value}.hint`),
        }))}
        onChoose={(mode) => void saveConfiguration({ default_permission_mode: mode }).then(noted)}
      />
      <Rules permission={config.permission} />
      <Trial />
    </>
  );
}

function noted(failure: Error | undefined): void {
  if (failure) showNote(failure.message, { isError: true });
  else showNote(text('note.saved'));
}

function Rules({ permission }: { permission: Config['permission'] }) {
  const [pattern, setPattern] = useState('');
  const [decision, setDecision] = useState<Decision>('ask');
  const [error, setError] = useState<string | undefined>(undefined);
  const named = permission?.rules ?? [];
  /** as the file has them: rules with a reason, and plain lists */
  const rows = [
    ...named.map((rule) => ({ ...rule, list: 'rules' as const })),
    ...decisions.flatMap((list) =>
      (permission?.[list] ?? []).map((each) => ({ decision: list, pattern: each, reason: undefined, list })),
    ),
  ].sort((a, b) => decisions.indexOf(a.decision) - decisions.indexOf(b.decision));

  async function add(): Promise<void> {
    const wanted = pattern.trim();
    if (wanted === '') return;
    const failure = await saveConfiguration({
      permission: { [decision]: [...(permission?.[decision] ?? []), wanted] },
    });
    setError(failure?.message);
    if (failure) return;
    setPattern('');
    showNote(text('note.saved'));
  }

  function remove({ list, pattern: gone, decision: of }: (typeof rows)[number]): void {
    const patch =
      list === 'rules'
        ? { rules: named.filter((rule) => rule.pattern !== gone || rule.decision !== of) }
        : { [list]: (permission?.[list] ?? []).filter((each) => each !== gone) };
    void saveConfiguration({ permission: patch }).then(noted);
  }

  return (
    <section aria-labelledby="rules">
      <h3 id="rules">{text('permissions.rules')}</h3>
      <p class="dim small">{text('permissions.order')}</p>
      {rows.length === 0 ? (
        <p class="empty">{text('permissions.none')}</p>
      ) : (
        <Table
          label={text('permissions.rules')}
          columns={[text('permissions.decision'), text('permissions.pattern'), text('permissions.reason'), '']}
        >
          {rows.map((row) => (
            <tr key={`${row.list} ${row.decision} ${row.pattern}`}>
              <td>{text(`permissions.${row.decision}`)}</td>
              <th scope="row">
                <code>
                  <Clean text={row.pattern} />
                </code>
              </th>
              <td>
                <Clean text={row.reason ?? ''} />
              </td>
              <td>
                <IconButton
                  icon={Trash2}
                  label={text('permissions.remove', { pattern: row.pattern })}
                  onClick={() => remove(row)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <form
        class="form-row"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label={text('permissions.decision')}>
          {(bound) => (
            <select
              {...bound}
              value={decision}
              onChange={(event) => setDecision(event.currentTarget.value as Decision)}
            >
              {decisions.map((value) => (
                <option key={value} value={value}>
                  {text(`permissions.${value}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={text('permissions.pattern')} hint={text('permissions.pattern.hint')} error={error}>
          {(bound) => (
            <input
              {...bound}
              type="text"
              value={pattern}
              placeholder="Bash(npm test *)"
              onInput={(event) => setPattern(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit">{text('permissions.add')}</Button>
      </form>
    </section>
  );
}

type Verdict = Operations['explainPermission']['data'];

/** Asks the code that decides; nothing runs. */
function Trial() {
  const [tool, setTool] = useState('Bash');
  const [args, setArgs] = useState('{ "command": "git status" }');
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);

  async function test(): Promise<void> {
    setVerdict(undefined);
    try {
      const input = JSON.parse(args) as Record<string, unknown>;
      setVerdict(await server.peek()?.client.explainPermission({ body: { tool: tool.trim(), input } }));
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return (
    <section aria-labelledby="trial">
      <h3 id="trial">{text('permissions.trial')}</h3>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <Field label={text('permissions.tool')}>
          {(bound) => (
            <input {...bound} type="text" value={tool} onInput={(event) => setTool(event.currentTarget.value)} />
          )}
        </Field>
        <Field label={text('permissions.arguments')} error={error}>
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
        <Button type="submit">{text('permissions.test')}</Button>
      </form>
      <div role="status">{verdict && <Outcome verdict={verdict} />}</div>
    </section>
  );
}

function Outcome({ verdict }: { verdict: Verdict }) {
  return (
    <div class="card" data-verdict={verdict.verdict}>
      <p>
        <strong>{text(`verdict.${verdict.verdict}`)}</strong> <Clean text={verdict.reason} />
      </p>
      <p class="dim">
        {text('permissions.step', { step: verdict.step })}
        {verdict.rule && (
          <>
            {' · '}
            <code>
              <Clean text={`${verdict.rule.decision} ${verdict.rule.pattern}`} />
            </code>
          </>
        )}
      </p>
      {verdict.danger.map((label) => (
        <p key={label} class="danger-text">
          <Clean text={label} />
        </p>
      ))}
      {(verdict.commands ?? []).length > 0 && (
        <ol>
          {verdict.commands?.map(({ text: command, verdict: each }, at) => (
            <li key={at}>
              <code>
                <Clean text={command} />
              </code>{' '}
              {text(`verdict.${each}`)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
