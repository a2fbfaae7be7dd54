/** The output of `agent web` when the server is running. */
import { networkUrls } from '../../schemas/instances.js';
import type { RunningDaemon } from '../../schemas/host.js';
import { visibleLine } from '../view/clean.js';

export interface BannerFacts {
  daemon: Pick<RunningDaemon, 'baseUrl' | 'host' | 'port' | 'socket' | 'token' | 'logFile'>;
  version: string;
  bypassAuth: boolean;
  /** path prefix that a proxy adds */
  basePath?: string | undefined;
  /** addresses of this machine, without loopback */
  networkAddresses: readonly string[];
  colour: boolean;
}

/** Returns the URL of the page with the token in its fragment, which servers and proxies never see. */
export function pageUrl({ baseUrl, token }: Pick<RunningDaemon, 'baseUrl' | 'token'>, basePath = ''): string {
  return `${baseUrl}${basePath}/${token ? `#token=${token}` : ''}`;
}

export function webBanner({
  daemon,
  version,
  bypassAuth,
  basePath = '',
  networkAddresses,
  colour,
}: BannerFacts): string {
  const urls = networkUrls(daemon, networkAddresses, basePath);
  const red = (text: string): string => (colour ? `\u001b[31m${text}\u001b[39m` : text);
  const lines = [
    `agent ${version}`,
    '',
    ...(daemon.socket === undefined
      ? [line('Local:', `${daemon.baseUrl}${basePath}/`)]
      : [line('Socket:', daemon.socket), line('Clients:', `AGENT_CODE_URL=http+unix://${daemon.socket}`)]),
    ...(urls.length > 0
      ? urls.map((url) => line('Network:', url))
      : [line('Network:', daemon.socket === undefined ? reachable : 'off; the page needs a proxy in front')]),
    ...(bypassAuth
      ? [
          '',
          `  ${red('Access is not checked (--dangerous-bypass-auth): anyone who reaches this server controls this machine.')}`,
          '',
        ]
      : [
          ...(daemon.socket === undefined ? [line('Open:', pageUrl(daemon, basePath))] : []),
          line('Token:', daemon.token ?? ''),
        ]),
    line('Logs:', daemon.logFile),
    '',
    '  Stop with Ctrl-C.',
  ];
  return `${lines.join('\n')}\n`;
}

const reachable = 'off; --host makes the server reachable from other machines';

function line(label: string, value: string): string {
  return `  ${label.padEnd(10)}${visibleLine(value)}`;
}
