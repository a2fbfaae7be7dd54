/** The permission mode of new sessions, the rules, and a test of their decision (web.md 5.15, additions.md A10). */
import { Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Operations } from '../../../schemas/generated/operations.js';
import type { Config, PermissionMode } from '../../../schemas/generated/types.js';
import { saveConfiguration, saving, useConfiguration } from '../../live/config.js';
import { showNote } from '../../live/notes.js';
import { server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { Button, IconButton } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { openDialog } from '../../parts/dialog.js';
import { Choice, Field } from '../../parts/field.js';
import { FormDialog, refusalsOf, type Refusals } from './formdialog.js';
import { Reading } from './reading.js';
import { Table } from '../../parts/table.js';
import { reasonOf } from '../../parts/failure.js';
import { objectIn } from '../../parts/jsontext.js';

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
      <RuleCheck />
    </>
  );
}

function noted(failure: Error | undefined): void {
  if (failure) showNote(reasonOf(failure), { isError: true });
  else showNote(text('note.saved'));
}

/** A rule with the list of the file that contains it: `rules`, whose entries have reasons, or a plain list. */
interface Row extends Rule {
  list: 'rules' | Decision;
}

const isSame = (one: Rule, other: Rule): boolean =>
  one.pattern === other.pattern && one.decision === other.decision && (one.reason ?? '') === (other.reason ?? '');

function rowsOf(permission: Config['permission']): Row[] {
  return [
    ...(permission?.rules ?? []).map((rule) => ({ ...rule, list: 'rules' as const })),
    ...decisions.flatMap((list) => (permission?.[list] ?? []).map((pattern) => ({ decision: list, pattern, list }))),
  ];
}

/** Returns the changed lists after removing `gone` and adding `wanted`: in its place, or as the last one. */
function changedLists(permission: Config['permission'], gone: Row | undefined, wanted: Rule | undefined) {
  const before = rowsOf(permission);
  let rest = before;
  if (wanted) {
    const row: Row = { ...wanted, list: wanted.reason || gone?.list === 'rules' ? 'rules' : wanted.decision };
    const at = before.findIndex((each) => gone?.list === row.list && each.list === row.list && isSame(each, gone));
    const isThere = before.some((each) => each.list === row.list && isSame(each, row));
    if (at >= 0) rest = before.with(at, row);
    else if (!isThere) rest = [...before, row];
  }
  if (gone) rest = rest.filter((each) => each.list !== gone.list || !before.includes(each) || !isSame(each, gone));
  const listed = (rows: readonly Row[], list: Row['list']) =>
    rows
      .filter((each) => each.list === list)
      .map(({ decision, pattern, reason }) =>
        list === 'rules' ? { decision, pattern, ...(reason && { reason }) } : pattern,
      );
  return Object.fromEntries(
    (['rules', ...decisions] as const)
      .filter((list) => JSON.stringify(listed(rest, list)) !== JSON.stringify(listed(before, list)))
      .map((list) => [list, listed(rest, list)]),
  );
}

/** Changes the current lists of the server, because they may have changed since the page read them. */
function saveRule(gone: Row | undefined, wanted: Rule | undefined): Promise<Error | undefined> {
  return saving(async (client) => {
    const { permission } = await client.getConfig();
    await client.updateConfig({ body: { permission: changedLists(permission, gone, wanted) } });
  });
}

/** Warns about an unknown tool. The server accepts one, because the tool may come with an MCP server later. */
async function noteSaved({ pattern }: Rule): Promise<void> {
  const [tool = ''] = pattern.trim().split('(');
  // without any session the list is empty
  const { tools } = (await server
    .peek()
    ?.client.listTools()
    .catch(() => undefined)) ?? { tools: [] };
  const isKnown = tools.length === 0 || /[*?[{]|^mcp__/.test(tool) || tools.some(({ name }) => name === tool);
  showNote(isKnown ? text('note.saved') : text('permissions.unknownTool', { tool }));
}

/** Returns the server's message about a rule, without the path in the file. */
const refusedRule = (failure: Error): Refusals => refusalsOf(failure, () => 'pattern');

function Rules({ permission }: { permission: Config['permission'] }) {
  const [added, setAdded] = useState(emptyRule);
  const [refused, setRefused] = useState<Refusals>({});
  const rows = rowsOf(permission).sort((a, b) => decisions.indexOf(a.decision) - decisions.indexOf(b.decision));

  async function add(): Promise<void> {
    if (added.pattern.trim() === '') return;
    const failure = await saveRule(undefined, trimmed(added));
    setRefused(failure ? refusedRule(failure) : {});
    if (failure) return;
    setAdded({ ...emptyRule, decision: added.decision });
    void noteSaved(added);
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
          {rows.map((row, at) => (
            // keyed by index, so that the focus stays in the row whose rule was edited
            <tr key={at}>
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
                  icon={Pencil}
                  label={text('permissions.edit', { pattern: row.pattern })}
                  onClick={() => openDialog((close) => <RuleDialog row={row} onClose={close} />)}
                />
                <IconButton
                  icon={Trash2}
                  label={text('permissions.remove', { pattern: row.pattern })}
                  onClick={() => void saveRule(row, undefined).then(noted)}
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
        <RuleFields rule={added} error={refused['pattern'] ?? refused['']} onChange={setAdded} />
        <Button type="submit">{text('permissions.add')}</Button>
      </form>
    </section>
  );
}

const emptyRule: Rule = { decision: 'ask', pattern: '' };

function trimmed({ decision, pattern, reason = '' }: Rule): Rule {
  return { decision, pattern: pattern.trim(), ...(reason.trim() !== '' && { reason: reason.trim() }) };
}

function RuleDialog({ row, onClose }: { row: Row; onClose(): void }) {
  const [rule, setRule] = useState<Rule>(row);
  const [refused, setRefused] = useState<Refusals>({});
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const failure = await saveRule(row, trimmed(rule));
    setBusy(false);
    if (failure) return setRefused(refusedRule(failure));
    void noteSaved(rule);
    onClose();
  }

  return (
    <FormDialog
      title={text('permissions.edit.title')}
      action={text('permissions.save')}
      isBusy={isBusy}
      refused={refused}
      onSave={() => void save()}
      onClose={onClose}
    >
      <RuleFields rule={rule} error={refused['pattern']} onChange={setRule} hasFocus />
    </FormDialog>
  );
}

interface RuleFieldsProps {
  rule: Rule;
  error: string | undefined;
  onChange(rule: Rule): void;
  /** focuses the first field on mount */
  hasFocus?: boolean;
}

function RuleFields({ rule, error, onChange, hasFocus = false }: RuleFieldsProps) {
  return (
    <>
      <Field label={text('permissions.decision')}>
        {(bound) => (
          <select
            {...bound}
            value={rule.decision}
            onChange={(event) => onChange({ ...rule, decision: event.currentTarget.value as Decision })}
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
            autoFocus={hasFocus}
            value={rule.pattern}
            placeholder="Bash(npm test *)"
            onInput={(event) => onChange({ ...rule, pattern: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={text('permissions.reason')}>
        {(bound) => (
          <input
            {...bound}
            type="text"
            value={rule.reason ?? ''}
            onInput={(event) => onChange({ ...rule, reason: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

type Verdict = Operations['explainPermission']['data'];

/** Asks the server what the rules decide about a call; nothing runs. */
function RuleCheck() {
  const [tool, setTool] = useState('Bash');
  const [args, setArgs] = useState('{ "command": "git status" }');
  const [verdict, setVerdict] = useState<Verdict | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);

  async function test(): Promise<void> {
    setVerdict(undefined);
    const input = objectIn(args);
    if (typeof input === 'string') return setError(input);
    try {
      setVerdict(await server.peek()?.client.explainPermission({ body: { tool: tool.trim(), input } }));
      setError(undefined);
    } catch (failure) {
      setError(reasonOf(failure));
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
