/** The context size of each step, and the messages of one step as the model received them (web.md 8.3). */
import { useMemo, useState } from 'preact/hooks';
import { visibleLine, visibleText } from '../../../client/view/clean.js';
import { counted, formatNumber, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
import { choose, chosenSeq, filter } from '../place.js';
import { contextBefore, type Recording } from '../record.js';
import { contextOf, type Span } from '../spans.js';
import { words } from '../words.js';
import { ContextCurve } from './contextcurve.js';
import { AgentFilter } from './filters.js';

/** Number of messages shown at first, counted from the last one. */
const firstMessages = 40;
const shownChars = 4_000;
const charsPerToken = 4;

export function ContextView({ record }: { record: Recording }) {
  const read = record.version.value;
  const { spans, facts } = record;
  const [isTable, setTable] = useState(false);
  const [agent = 'main'] = filter.value.agents;
  const steps = useMemo(
    () => spans.steps.filter(({ agentId, tokens }) => agentId === agent && tokens !== undefined),
    [spans, read, agent],
  );
  const agents = spans.agents.size > 1 && (
    <div class="vis-filters">
      <AgentFilter record={record} atFirst="main" />
    </div>
  );
  if (steps.length === 0)
    return (
      <>
        {agents}
        <p class="empty">{text('vis.context.none')}</p>
      </>
    );
  const seq = chosenSeq.value;
  const step = steps.findLast((each) => seq !== undefined && each.seq <= seq) ?? steps.at(-1);
  const limit = facts.value?.session.usage.context_limit;
  const compactions = spans.compactions.filter(({ agentId }) => agentId === agent).map(({ seq: at }) => at);
  return (
    <>
      {agents}
      <div class="section-head">
        <h2>{text('vis.context.sizes')}</h2>
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {text('vis.asTable')}
        </Button>
      </div>
      {isTable ? <Sizes steps={steps} /> : <ContextCurve lines={[{ name: '', steps, compactions }]} limit={limit} />}
      {facts.value?.source !== 'file' && <Sent record={record} steps={steps} step={step} />}
    </>
  );
}

/** The messages for the chosen step. */
function Sent({ record, steps, step }: { record: Recording; steps: readonly Span[]; step: Span | undefined }) {
  return (
    <>
      <Field label={text('vis.context.step')}>
        {(bound) => (
          <select
            {...bound}
            value={String(step?.seq ?? '')}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {steps.map((each) => (
              <option key={each.id} value={String(each.seq)}>
                {stepName(each)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {step &&
        (isKept(record, step) ? (
          <p class="empty">{text('vis.context.kept')}</p>
        ) : (
          <Messages record={record} step={step} before={before(steps, step)} />
        ))}
    </>
  );
}

/** Whether the messages include what a compaction kept, which only internal records contain. */
function isKept({ facts, spans }: Recording, { agentId, seq }: Span): boolean {
  const isPublic = facts.value?.source === 'server';
  return isPublic && spans.compactions.some((each) => each.agentId === agentId && each.seq < seq);
}

function before(steps: readonly Span[], step: Span): Span | undefined {
  return steps.findLast((each) => each.agentId === step.agentId && each.seq < step.seq);
}

function stepName({ agentId, turnId = 0, step = 0, tokens }: Span): string {
  const size = words.number(tokens && contextOf(tokens));
  return text('vis.context.stepName', { agent: visibleLine(agentId), turn: turnId, step, n: size });
}

function Sizes({ steps }: { steps: readonly Span[] }) {
  const columns = (['step', 'input', 'cacheRead', 'cacheWrite', 'output'] as const).map((name) =>
    text(name === 'step' ? 'vis.context.step' : `vis.figure.${name}`),
  );
  return (
    <Table label={text('vis.context.sizes')} columns={columns}>
      {steps.slice(-1_000).map((each) => (
        <tr key={each.id}>
          <th scope="row">{stepName(each)}</th>
          <td class="number">{words.number(each.tokens?.input)}</td>
          <td class="number">{words.number(each.tokens?.cacheRead)}</td>
          <td class="number">{words.number(each.tokens?.cacheWrite)}</td>
          <td class="number">{words.number(each.tokens?.output)}</td>
        </tr>
      ))}
    </Table>
  );
}

const roles = ['system', 'tool', 'user', 'assistant'] as const;

function Messages({ record, step, before: earlier }: { record: Recording; step: Span; before: Span | undefined }) {
  const { messages, systemPrompt } = useMemo(() => contextBefore(record, step.agentId, step.seq), [record, step.seq]);
  const [isWhole, showAll] = useState(false);
  const shown = isWhole ? messages : messages.slice(-firstMessages);
  const sizes = new Map<string, number>();
  if (systemPrompt !== '') sizes.set('system', Math.ceil(systemPrompt.length / charsPerToken));
  for (const { role, content } of messages) sizes.set(role, (sizes.get(role) ?? 0) + tokensOf(content));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">{counted('vis.context.messages', messages.length)}</h2>
      <ul class="vis-shares plain-list" aria-label={text('vis.context.composition')}>
        {roles.map((role) => (
          <li key={role} hidden={role === 'system' && !sizes.has(role)}>
            <span>{text(`vis.role.${role}`)}</span>
            <meter min={0} max={Math.max(1, all)} value={sizes.get(role) ?? 0} aria-label={text(`vis.role.${role}`)} />
            <span class="number">{counted('vis.tokens.about', sizes.get(role) ?? 0)}</span>
          </li>
        ))}
      </ul>
      {shown.length < messages.length && (
        <Button onClick={() => showAll(true)}>{text('vis.context.all', { n: formatNumber(messages.length) })}</Button>
      )}
      <ol class="vis-messages plain-list" start={messages.length - shown.length + 1}>
        {shown.map(({ id, seq, role, content }) => (
          <li key={`${seq}/${id}`} data-role={role}>
            <details open={isNew(seq, earlier)}>
              <summary>
                <strong>{text(`vis.role.${role}`)}</strong>{' '}
                <span class="dim small">{counted('vis.tokens.about', tokensOf(content))}</span>
                {isNew(seq, earlier) && <span class="badge info">{text('vis.context.new')}</span>}{' '}
                <span class="vis-line">{visibleLine(textOf(content).slice(0, 160))}</span>
              </summary>
              <pre class="plain-text" tabIndex={0}>
                {visibleText(textOf(content).slice(0, shownChars), 'page')}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether a message was not part of the previous step. */
const isNew = (seq: number, earlier: Span | undefined): boolean => earlier === undefined || seq > earlier.seq;

const tokensOf = (content: readonly unknown[]): number => Math.ceil(JSON.stringify(content).length / charsPerToken);

function textOf(content: readonly { type: string }[]): string {
  return content
    .map((part) => ('text' in part && typeof part.text === 'string' ? part.text : JSON.stringify(part, undefined, 2)))
    .join('\n');
}
