/** About the server: its version, start time, features and health, and the licenses (web.md 5.15). */
import { useState } from 'preact/hooks';
import { base } from '../../live/base.js';
import { meta, server } from '../../live/server.js';
import { formatMoment, formatNumber, text } from '../../live/text.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { KeyTables } from '../keys/help.js';
import { Skeleton } from '../../parts/skeleton.js';
import { reasonOf } from '../../parts/failure.js';

export function About() {
  const found = meta.value;
  if (!found) return <Skeleton />;
  const features = found.features ?? [];
  return (
    <>
      <dl class="facts">
        <dt>{text('about.version')}</dt>
        <dd>{found.server_version}</dd>
        <dt>{text('about.server')}</dt>
        <dd>
          <code>{found.server_id}</code>
        </dd>
        <dt>{text('about.started')}</dt>
        <dd>
          <time dateTime={found.started_at}>{formatMoment(Date.parse(found.started_at))}</time>
        </dd>
      </dl>
      <Health />
      {features.length > 0 && (
        <table>
          <caption>{text('about.features')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('about.feature')}</th>
              <th scope="col">{text('about.state')}</th>
            </tr>
          </thead>
          <tbody>
            {features.map(({ name, state }) => (
              <tr key={name}>
                <th scope="row">
                  <Clean text={name} />
                </th>
                <td>{state}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href={new URL('licenses.txt', base).href} target="_blank" rel="noopener noreferrer">
          {text('about.licences')}
        </a>
      </p>
      <section aria-labelledby="about-keys">
        <h3 id="about-keys">{text('keys.title')}</h3>
        <KeyTables />
      </section>
    </>
  );
}

function Health() {
  const [answer, setAnswer] = useState('');
  async function check(): Promise<void> {
    const from = performance.now();
    try {
      await server.peek()?.client.getHealth();
      setAnswer(text('about.health.fine', { n: formatNumber(Math.round(performance.now() - from)) }));
    } catch (error) {
      setAnswer(text('about.health.failed', { reason: reasonOf(error) }));
    }
  }
  return (
    <p class="row">
      <Button onClick={() => void check()}>{text('about.health')}</Button>
      <span role="status">{answer}</span>
    </p>
  );
}
