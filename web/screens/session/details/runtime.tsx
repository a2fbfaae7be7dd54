/** Where the commands of a session run, what they can reach there, and what was quarantined (runtimes.md 10). */
import { formatMoment, text } from '../../../live/text.js';
import { Button } from '../../../parts/button.js';
import { Clean } from '../../../parts/clean.js';
import { Field } from '../../../parts/field.js';
import type { Details } from './read.js';

export interface RuntimeProps {
  details: Details;
  change(runtimeId: string): void;
  putBack(n: number): void;
}

export function RuntimePart({ details: { runtime, runtimes }, change, putBack }: RuntimeProps) {
  const { runtime_id: id, profile, network, ports, quarantine, reason } = runtime;
  const isContained = profile !== 'full';
  const names: Readonly<Record<string, string>> = { local: text('runtime.local'), sandbox: text('runtime.sandbox') };
  const absent = runtimes.filter(({ state }) => state === 'unavailable').map(({ hint, reason: why }) => hint ?? why);
  return (
    <>
      <Field
        label={text('runtime.where')}
        hint={
          absent[0] === undefined ? text(`runtime.profile.${profile}`) : text('runtime.absent', { hint: absent[0] })
        }
      >
        {(bound) => (
          <select {...bound} value={id} onChange={({ currentTarget }) => change(currentTarget.value)}>
            {runtimes.map(({ runtime_id: each, state }) => (
              <option key={each} value={each} disabled={state === 'unavailable' && each !== id}>
                {names[each] ?? each}
              </option>
            ))}
          </select>
        )}
      </Field>
      {reason !== undefined && (
        <p class="notice warning">
          <Clean text={text('runtime.notContained', { reason })} />
        </p>
      )}
      {isContained && <p class="dim small">{text(`runtime.network.${network.mode}`)}</p>}
      {isContained && network.rules.length > 0 && (
        <ul class="plain-list details-list" aria-label={text('runtime.hosts')}>
          {network.rules.map(({ pattern, decision, source }) => (
            <li key={`${decision} ${pattern} ${source}`}>
              <code>
                <Clean text={pattern} />
              </code>
              <span class="dim small">
                {text(`runtime.${decision}`)} · {text(`runtime.from.${source}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {ports.length > 0 && (
        <ul class="plain-list details-list" aria-label={text('runtime.ports')}>
          {ports.map(({ port, direction, host_port: host }) => (
            <li key={`${direction} ${port}`}>
              <code>{host === undefined || host === port ? port : `${port} ↔ ${host}`}</code>
              <span class="dim small">{text(`runtime.port.${direction}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {quarantine.length > 0 && (
        <>
          <p class="dim small">{text('runtime.quarantine.text')}</p>
          <ul class="plain-list details-list" aria-label={text('runtime.quarantine')}>
            {quarantine.map(({ n, path, moved_at: at }) => (
              <li key={n}>
                <span>
                  <code>
                    <Clean text={path} />
                  </code>
                  <small class="dim small">{formatMoment(Date.parse(at))}</small>
                </span>
                <Button kind="quiet" aria-label={text('runtime.putBack.of', { path })} onClick={() => putBack(n)}>
                  {text('runtime.putBack')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
