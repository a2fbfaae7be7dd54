/** What commands of the sandbox do not see of a machine (runtimes.md 4.3). */
import path from 'node:path';
import { expandHome, resolveReal } from '../base/fs/paths.js';

/** Below the user's home: keys, tokens, browsers, histories, and what other agents keep. */
const ofUserHome: readonly string[] = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.oci', '.databrickscfg', '.vault-token', '.netrc'],
  ...['.pgpass', '.my.cnf', '.npmrc', '.pypirc', '.git-credentials', '.password-store', '.terraform.d'],
  ...['.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml'],
  ...['.m2/settings-security.xml', '.gradle/gradle.properties', '.huggingface', '.mozilla', '.thunderbird'],
  ...['gcloud', 'gh', 'glab-cli', 'hub', 'op', 'rclone', 'git/credentials', 'containers', 'google-chrome'].map(
    inConfig,
  ),
  ...['chromium', 'BraveSoftware', 'microsoft-edge', 'opencode'].map(inConfig),
  ...['.local/share/keyrings', '.local/share/kwalletd', '.local/share/opencode', '.Xauthority'],
  ...['.bash_history', '.zsh_history', '.zhistory', '.histfile', '.local/share/fish/fish_history', '.ksh_history'],
  ...[
    '.python_history',
    '.node_repl_history',
    '.psql_history',
    '.mysql_history',
    '.sqlite_history',
    '.rediscli_history',
  ],
  ...['.irb_history', '.lesshst', '.viminfo', '.claude', '.claude.json', '.codex', '.gemini'],
];

function inConfig(name: string): string {
  return `.config/${name}`;
}

/** Of the program's data directory, what commands see all the same. */
const shownOfHome: readonly string[] = ['skills', 'agents', 'AGENTS.md'];

export interface HidingOptions {
  /** the program's data directory */
  home: string;
  userHome: string;
  sessionDirectory: string;
  workspace: readonly string[];
  /** of the configuration: more that is hidden, and what is taken out of the list above */
  hide: readonly string[];
  show: readonly string[];
}

/** Directories and files, each as it is named and where it leads. */
export function hiddenPlaces({ home, userHome, sessionDirectory, workspace, hide, show }: HidingOptions): {
  hidden: string[];
  shown: string[];
} {
  const forms = (paths: readonly string[]): string[] => [
    ...new Set(paths.flatMap((each) => [path.normalize(each), resolveReal(each)])),
  ];
  const named = (given: readonly string[]): string[] => given.map((each) => expandHome(each, userHome));
  const built = ofUserHome.map((name) => path.join(userHome, name));
  const own = [sessionDirectory, ...shownOfHome.map((name) => path.join(home, name)), ...workspace];
  return { hidden: forms([home, ...built, ...named(hide)]), shown: forms([...own, ...named(show)]) };
}
