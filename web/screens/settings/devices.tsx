/** Connected devices: this one, the connections and servers of the home, and how to connect a phone (web.md 5.15). */
import { useEffect, useState } from 'preact/hooks';
import { encode } from 'uqr';
import type { Connection, Server } from '../../../schemas/generated/types.js';
import { copyText } from '../../live/clipboard.js';
import { isOnline, server } from '../../live/server.js';
import { text } from '../../live/text.js';
import { signOutEverywhere, token } from '../../live/token.js';
import { Button } from '../../parts/button.js';
import { Clean } from '../../parts/clean.js';
import { Dialog, openDialog } from '../../parts/dialog.js';
import { Failure } from '../../parts/failure.js';
import { Skeleton } from '../../parts/skeleton.js';
import { Time } from '../../parts/time.js';
import { Table } from '../../parts/table.js';

interface Found {
  connections: readonly Connection[];
  servers: readonly Server[];
  urls: readonly string[];
}

export function Devices() {
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [failure, setFailure] = useState<unknown>(undefined);

  function read(): void {
    const current = server.peek();
    if (!current) return;
    const { client } = current;
    setFailure(undefined);
    Promise.all([client.listConnections(), client.listServers()]).then(
      ([{ connections }, { items, urls }]) => setFound({ connections, servers: items, urls }),
      setFailure,
    );
  }
  // the list includes the connection of this page once it is open
  const isOpen = isOnline.value;
  useEffect(read, [isOpen]);

  return (
    <>
      <section aria-labelledby="this-device">
        <h3 id="this-device">{text('devices.this')}</h3>
        <p class="dim small">{text('devices.signOut.hint')}</p>
        <Button onClick={signOutEverywhere}>{text('devices.signOut')}</Button>
      </section>
      {failure !== undefined && <Failure error={failure} onRetry={read} />}
      {found === undefined ? (
        failure === undefined && <Skeleton />
      ) : (
        <>
          <Phone urls={found.urls} />
          <Connections connections={found.connections} />
          <Servers servers={found.servers} />
        </>
      )}
    </>
  );
}

function Phone({ urls }: { urls: readonly string[] }) {
  return (
    <section aria-labelledby="phone">
      <h3 id="phone">{text('devices.phone')}</h3>
      {urls.length === 0 ? (
        <p class="dim small">{text('devices.loopback')}</p>
      ) : (
        <>
          <p class="dim small">{text('devices.phone.hint')}</p>
          <Button onClick={() => openDialog((close) => <PhoneDialog urls={urls} onClose={close} />)}>
            {text('devices.connect')}
          </Button>
        </>
      )}
    </section>
  );
}

/** Shows the link with the token, so it opens only after a click. */
function PhoneDialog({ urls, onClose }: { urls: readonly string[]; onClose(): void }) {
  const [isShown, show] = useState(false);
  const links = urls.map((url) => (token.value === undefined ? url : `${url}#token=${token.value}`));
  return (
    <Dialog title={text('devices.connect')} onClose={onClose}>
      <p>{text('devices.warning')}</p>
      {!isShown && (
        <Button kind="primary" onClick={() => show(true)}>
          {text('devices.show')}
        </Button>
      )}
      {isShown &&
        links.map((link) => (
          <figure key={link} class="qr">
            <Code value={link} />
            <figcaption>
              <code>{link}</code>
              <Button onClick={() => copyText(link)}>{text('devices.copy')}</Button>
            </figcaption>
          </figure>
        ))}
    </Dialog>
  );
}

/** Renders a QR code as one path, black on white in every theme, as scanners require. */
function Code({ value }: { value: string }) {
  const { data, size } = encode(value, { border: 2 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text('devices.qr')} class="qr-code">
      <rect width={size} height={size} fill="#fff" />
      <path d={cells.join('')} fill="#000" />
    </svg>
  );
}

function Connections({ connections }: { connections: readonly Connection[] }) {
  const own = server.value?.stream.hello?.ws_connection_id;
  return (
    <section aria-labelledby="connections">
      <h3 id="connections">{text('devices.connections')}</h3>
      <Table
        label={text('devices.connections')}
        columns={[text('devices.client'), text('devices.address'), text('devices.since')]}
      >
        {connections.map(({ id, user_agent: agent, remote_address: address, connected_at: at }) => (
          <tr key={id}>
            <th scope="row" title={agent ?? id}>
              <Clean text={agent === null ? id : nameOfClient(agent)} />
              {id === own && <strong> {text('devices.own')}</strong>}
            </th>
            <td>{address}</td>
            <td>
              <Time at={Date.parse(at)} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Returns a browser's name and system; for other programs, the name that they send. */
function nameOfClient(agent: string): string {
  const browser = /(Edg|Firefox|Chrome|Safari)\/(\d+)/.exec(agent);
  if (!browser) return agent;
  const system = /\(([^)]*)\)/
    .exec(agent)?.[1]
    ?.split(';')
    .find((part) => part.trim() !== 'X11');
  return `${browser[1] === 'Edg' ? 'Edge' : browser[1]} ${browser[2]}${system === undefined ? '' : `, ${system.trim()}`}`;
}

function Servers({ servers }: { servers: readonly Server[] }) {
  return (
    <section aria-labelledby="servers">
      <h3 id="servers">{text('devices.servers')}</h3>
      <Table
        label={text('devices.servers')}
        columns={[text('devices.address'), text('about.version'), text('devices.process'), text('devices.since')]}
      >
        {servers.map((each) => (
          <tr key={each.server_id}>
            <th scope="row">
              {each.base_url}
              {each.self && <strong> {text('devices.own')}</strong>}
            </th>
            <td>{each.version}</td>
            <td>{each.pid}</td>
            <td>
              <Time at={Date.parse(each.started_at)} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
