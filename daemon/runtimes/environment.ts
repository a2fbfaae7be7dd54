/** Removes secrets and links to outside programs from the environment of a sandboxed command (runtimes.md 4.5). */

const secret =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEY|ACCESS_KEY|PRIVATE_KEY|AUTH|COOKIE|JWT)(?:_|$)/i;
const leadsOut = new Set([
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'GPG_AGENT_INFO', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY'],
  ...['WAYLAND_DISPLAY', 'XAUTHORITY', 'DOCKER_HOST', 'CONTAINER_HOST', 'KUBECONFIG', 'WSL_INTEROP', 'GIT_ASKPASS'],
  ...['SSH_ASKPASS', 'TMUX', 'STY', 'BASH_ENV', 'ENV'],
]);
const leadsOutBy = /^(?:LD_|VSCODE_)/;

/** `kept`: names that always pass. */
export function insideEnvironment(
  env: Readonly<Record<string, string>>,
  kept: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => kept.includes(name) || !(secret.test(name) || leadsOut.has(name) || leadsOutBy.test(name)),
    ),
  );
}

/** Variables that move a tool's downloads to the private directory if its usual directory is missing on the host. */
const placeVariables: Record<string, [variable: string, below: string]> = {
  '.cache': ['XDG_CACHE_HOME', '.cache'],
  '.npm': ['npm_config_cache', '.npm'],
  // npm prints a warning with each command for a setting that it does not know
  '.local/share/pnpm': ['PNPM_HOME', '.local/share/pnpm'],
  '.yarn': ['YARN_GLOBAL_FOLDER', '.yarn'],
  '.bun/install/cache': ['BUN_INSTALL_CACHE_DIR', '.bun/install/cache'],
  '.cargo/registry': ['CARGO_HOME', '.cargo'],
  '.cargo/git': ['CARGO_HOME', '.cargo'],
  'go/pkg': ['GOMODCACHE', 'go/pkg/mod'],
  '.gradle/caches': ['GRADLE_USER_HOME', '.gradle'],
  '.gradle/daemon': ['GRADLE_USER_HOME', '.gradle'],
  '.m2/repository': ['MAVEN_ARGS', '.m2/repository'],
  '.nuget/packages': ['NUGET_PACKAGES', '.nuget/packages'],
  '.pub-cache': ['PUB_CACHE', '.pub-cache'],
  '.deno': ['DENO_DIR', '.deno'],
};

/** The directories of the user's home that a sandbox replaces with its own. */
export const privateDefault: readonly string[] = Object.keys(placeVariables);

/** Returns the variables for directories missing on the host. Never replaces a variable that the user has set. */
export function placesFor(
  missing: readonly string[],
  own: string,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const places: Record<string, string> = {};
  for (const name of missing) {
    const [variable, below] = placeVariables[name] ?? [];
    if (variable === undefined || variable in env) continue;
    places[variable] = variable === 'MAVEN_ARGS' ? `-Dmaven.repo.local=${own}/${below}` : `${own}/${below}`;
  }
  return places;
}
