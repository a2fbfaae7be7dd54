/** Generates the service file for systemd and launchd (acp-cli.md 3.6). */

/** A file without this line was not written by this program, and is never changed. */
export const MARKER = 'Written by agent service install; agent service remove deletes it.';

export const LAUNCHD_LABEL = 'com.agent-code.web';

export interface ServiceFacts {
  /** absolute path of Node */
  node: string;
  /** absolute path of the program */
  program: string;
  /** words after the program */
  words: readonly string[];
  /** variables for the service; undefined ones are left out */
  env: Readonly<Record<string, string | undefined>>;
}

export function systemdUnit({ node, program, words, env }: ServiceFacts): string {
  return `# ${MARKER}
[Unit]
Description=agent web
After=network.target

[Service]
Type=exec
${variables(env)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
  .join('')}ExecStart=${[node, program, ...words].map((word) => quoted(word.replaceAll('$', '$$$$'))).join(' ')}
Restart=on-failure
RestartSec=2
KillMode=mixed
TimeoutStopSec=15
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;
}

/** Quotes a word for a unit file, where `%` begins a specifier. */
function quoted(word: string): string {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

export function launchdPlist({ node, program, words, env }: ServiceFacts): string {
  const entries = variables(env).map(
    ([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${MARKER} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LAUNCHD_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${[node, program, ...words].map((word) => `    <string>${xml(word)}</string>\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${entries.join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function variables(env: ServiceFacts['env']): [string, string][] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Returns the arguments of `agent web` without a browser, with the given options. */
export function webWords(request: {
  host: string;
  port: number;
  socket: string | undefined;
  allowedHosts: readonly string[];
  logLevel: string | undefined;
  webTitle: string | undefined;
  basePath: string | undefined;
  debugEndpoints: boolean;
  dangerousBypassAuth: boolean;
  allowRemoteShutdown: boolean;
}): string[] {
  const flag = (name: string, isGiven: boolean): string[] => (isGiven ? [name] : []);
  const value = (name: string, given: string | undefined): string[] =>
    given === undefined ? [] : [`${name}=${given}`];
  return [
    'web',
    '--no-open',
    ...(request.socket === undefined
      ? [`--host=${request.host}`, `--port=${request.port}`]
      : [`--socket=${request.socket}`]),
    ...request.allowedHosts.map((host) => `--allowed-host=${host}`),
    ...value('--log-level', request.logLevel),
    ...value('--web-title', request.webTitle),
    ...value('--base-path', request.basePath),
    ...flag('--debug-endpoints', request.debugEndpoints),
    ...flag('--dangerous-bypass-auth', request.dangerousBypassAuth),
    ...flag('--allow-remote-shutdown', request.allowRemoteShutdown),
  ];
}
