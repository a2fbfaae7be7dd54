/** The overview of an export as HTML: summary, timeline, context sizes, tools and agents. */
import type { Agent } from '../../../schemas/generated/types.js';
import type { EventFigures } from './eventlist.js';
import { groupsOf, percentile, sumOf, type Compaction, type Row } from './figures.js';
import type { Html, Markup } from './markup.js';
import type { Records } from './records.js';

export interface OverviewFacts {
  summary: Pick<Records['summary'], 'session' | 'usage'>;
  agents: readonly Agent[];
  rows: readonly Row[];
  compactions: readonly Compaction[];
  events: EventFigures;
  exportedAt: string;
  version: string;
  /** secrets that were replaced */
  masked: number;
  /** what was left out on request */
  leftOut: readonly string[];
}

const unknown = 'unknown';
/** Minimum number of calls of a tool for which slow calls are reported. */
const enoughCalls = 5;
const longWaitMs = 60_000;

export function createOverview(html: Markup, facts: OverviewFacts) {
  const { rows, agents, compactions, events } = facts;
  const { session, usage } = facts.summary;
  const steps = rows.filter(({ kind }) => kind === 'step');
  const calls = rows.filter(({ kind }) => kind === 'call');
  const turns = rows.filter(({ kind }) => kind === 'turn');
  const byTool = [...groupsOf(calls, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
  const starts = rows.flatMap(({ start }) => (start === undefined ? [] : [start]));
  const ends = rows.flatMap(({ start, ms }) => (start === undefined ? [] : [start + (ms ?? 0)]));
  const from = minOf(starts);
  const span = Math.max(1, (maxOf(ends) ?? 0) - (from ?? 0));
  const largest = maxOf(steps.flatMap(({ contextTokens }) => contextTokens ?? []));

  const head = (...names: string[]): Html =>
    html`<thead>
      <tr>
        ${names.map((name) => html`<th>${name}</th>`)}
      </tr>
    </thead>`;
  const link = ({ anchor }: Row, text: string): Html => html`<a href="#${anchor}">${text}</a>`;

  function summary(): Html {
    const { total, by_model } = usage;
    const input = total.input_tokens + total.cache_read_tokens + total.cache_creation_tokens;
    const changed = new Set(calls.flatMap(({ path }) => path ?? []));
    const main = turns.filter(({ agentId }) => agentId === 'main');
    const list: [string, string | number][] = [
      ['Session', session.id],
      ['Directory', session.metadata.cwd],
      ['Created', session.created_at],
      ['Last activity', session.updated_at],
      ['Exported', `${facts.exportedAt}, agent ${facts.version}`],
      ['Duration', from === undefined ? unknown : durationOf(span)],
      ['Working', durationOf(sumOf(main.map(({ ms }) => ms)))],
      ['Waiting for a decision', durationOf(sumOf(events.waits.map(({ ms }) => ms)) ?? 0)],
      ['Waiting for the model', durationOf(sumOf(steps.map((step) => sumOf([step.firstTokenMs, step.streamMs]))))],
      ['Waiting for tools', durationOf(sumOf(calls.map(({ ms }) => ms)))],
      ['Turns, steps, calls', `${turns.length}, ${steps.length}, ${calls.length}`],
      ['Failed calls', calls.filter(({ state }) => state === 'error').length],
      ['Retries', events.retries],
      ['Tokens', `${input} in, ${total.output_tokens} out`],
      ['From the cache', input === 0 ? unknown : `${Math.round((100 * total.cache_read_tokens) / input)} %`],
      ['Cost', total.total_cost_usd === undefined ? unknown : `${total.total_cost_usd.toFixed(4)} USD`],
      ['Models', Object.keys(by_model).sort().join(', ') || session.agent_config.model || unknown],
      ['Largest context', largest === undefined ? unknown : `${largest} tokens`],
      ['Files changed', changed.size],
      ['Secrets replaced', facts.masked],
      ['Left out', facts.leftOut.join(', ') || 'nothing'],
    ];
    return html`<section id="summary">
      <h2>Summary</h2>
      <dl>
        ${list.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <h3>Findings</h3>
      <ul>
        ${findings()}
      </ul>
    </section>`;
  }

  function findings(): Html[] {
    const slow = byTool.flatMap(([, own]) => slowOf(own));
    const all = [
      ...turns
        .filter(({ state }) => state === 'failed')
        .map((row) => html`<li>${link(row, `${row.name} failed`)}</li>`),
      ...calls.filter(({ state }) => state === 'error').map((row) => html`<li>${link(row, `${row.name} failed`)}</li>`),
      ...slow.map((row) => html`<li>${link(row, `${row.name} took ${durationOf(row.ms)}`)}</li>`),
      ...calls
        .filter(({ truncated }) => truncated)
        .map((row) => html`<li>${link(row, `the result of ${row.name} was cut`)}</li>`),
      ...steps
        .filter(({ finishReason }) => finishReason === 'max_tokens')
        .map((row) => html`<li>${link(row, 'a reply was cut at the limit of output tokens')}</li>`),
      ...compactions.map(({ agentId, at }) => html`<li>the context of ${agentId} was compacted ${at}</li>`),
      ...events.waits
        .filter(({ ms }) => ms > longWaitMs)
        .map(({ ms }) => html`<li>a decision was waited for ${durationOf(ms)}</li>`),
    ];
    return all.length === 0 ? [html`<li>none</li>`] : all;
  }

  function timeline(): Html {
    return html`<section id="timeline">
      <h2>Timeline</h2>
      <p class="note">In each bar: waiting for the first token, the reply, everything else.</p>
      <div class="scroll">
        <table>
          ${head('Agent', 'What', 'State', 'Start', 'Time', 'Tokens', 'Cost', 'Bar')}
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td>${row.agentId}</td>
                  <td class="${row.kind}">${link(row, row.name)}</td>
                  <td>${row.state}</td>
                  <td>${row.start === undefined ? unknown : new Date(row.start).toISOString()}</td>
                  <td class="n">${durationOf(row.ms)}</td>
                  <td class="n">${tokensOf(row)}</td>
                  <td class="n">${row.cost === undefined ? '' : row.cost.toFixed(4)}</td>
                  <td class="bar">${bar(row)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  function bar({ start, ms, firstTokenMs = 0, streamMs = 0, kind }: Row): Html {
    if (start === undefined || from === undefined) return html``;
    const x = (at: number): string => ((1_000 * (at - from)) / span).toFixed(2);
    const width = (part: number): string => Math.max(1, (1_000 * part) / span).toFixed(2);
    const parts: [string, number, number][] = [['work', start, ms ?? 0]];
    if (kind === 'step') {
      if (firstTokenMs > 0) parts.push(['wait', start, firstTokenMs]);
      if (streamMs > 0) parts.push(['reply', start + firstTokenMs, streamMs]);
    }
    return html`<svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      ${parts.map(([name, at, length]) => html`<rect class="${name}" x="${x(at)}" y="0" width="${width(length)}" height="10" />`)}
    </svg>`;
  }

  function context(): Html {
    const sized = steps.filter(({ contextTokens }) => contextTokens !== undefined);
    const limit = session.usage.context_limit;
    const top = Math.max(1, limit ?? 0, largest ?? 0);
    const own = sized.filter(({ agentId }) => agentId === 'main');
    const points = own.map(({ contextTokens = 0 }, index) => {
      const x = own.length === 1 ? 500 : (1_000 * index) / (own.length - 1);
      return `${x.toFixed(2)},${(100 - (100 * contextTokens) / top).toFixed(2)}`;
    });
    return html`<section id="context">
      <h2>Context sizes</h2>
      <p class="note">Tokens of each request${limit === undefined ? '' : `; the model takes ${limit}`}.</p>
      <svg class="chart" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon class="reply" points="0,100 ${points.join(' ')} 1000,100" />
      </svg>
      <div class="scroll">
        <table>
          ${head('Agent', 'Step', 'Context', 'Output')}
          <tbody>
            ${steps.map(
              (row) =>
                html`<tr>
                  <td>${row.agentId}</td>
                  <td>${link(row, row.anchor)}</td>
                  <td class="n">${row.contextTokens ?? unknown}</td>
                  <td class="n">${row.outputTokens ?? unknown}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  function tools(): Html {
    return html`<section id="tools">
      <h2>Tools</h2>
      <div class="scroll">
        <table>
          ${head('Tool', 'Calls', 'Errors', 'p50', 'p95', 'Longest', 'Total', 'Bytes')}
          <tbody>
            ${byTool.map(([name, own]) => {
              const times = timesOf(own);
              return html`<tr>
                <td>${name}</td>
                <td class="n">${own.length}</td>
                <td class="n">${own.filter(({ state }) => state === 'error').length}</td>
                ${[percentile(times, 0.5), percentile(times, 0.95), times.at(-1), sumOf(times)].map(
                  (ms) => html`<td class="n">${durationOf(ms)}</td>`,
                )}
                <td class="n">${sumOf(own.map(({ bytes }) => bytes)) ?? unknown}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  function agentList(): Html {
    return html`<section id="agents">
      <h2>Agents</h2>
      <div class="scroll">
        <table>
          ${head('Agent', 'Called by', 'State', 'Profile', 'Model', 'Tokens in', 'Tokens out', 'Created', 'Ended')}
          <tbody>
            ${agents.map(
              ({ agentId, label, parentAgentId, status, profile, model, usage: own, createdAt, disposedAt }) =>
                html`<tr>
                  <td><a href="#agent/${agentId}">${label ?? agentId}</a></td>
                  <td>${parentAgentId ?? ''}</td>
                  <td>${status}</td>
                  <td>${profile}</td>
                  <td>${model}</td>
                  <td class="n">${own.input_tokens + own.cache_read_tokens + own.cache_creation_tokens}</td>
                  <td class="n">${own.output_tokens}</td>
                  <td>${createdAt ?? unknown}</td>
                  <td>${disposedAt ?? ''}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  return { sections: (): Html[] => [summary(), timeline(), context(), tools(), agentList()] };
}

/** Calls of one tool that took longer than its 95th percentile. */
function slowOf(calls: readonly Row[]): Row[] {
  const limit = calls.length < enoughCalls ? undefined : percentile(timesOf(calls), 0.95);
  return limit === undefined ? [] : calls.filter(({ ms }) => ms !== undefined && ms > limit);
}

function timesOf(calls: readonly Row[]): number[] {
  return calls.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
}

function tokensOf({ contextTokens, outputTokens }: Row): string {
  return contextTokens === undefined && outputTokens === undefined
    ? ''
    : `${contextTokens ?? 0} + ${outputTokens ?? 0}`;
}

function durationOf(ms: number | undefined): string {
  if (ms === undefined) return unknown;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function minOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((least, value) => Math.min(least, value));
}

function maxOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((most, value) => Math.max(most, value));
}
