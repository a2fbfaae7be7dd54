/** Lists what the sandbox hides of the user's home: credentials, histories, other agents (runtimes.md 4.3). */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expandHome, resolveReal } from '../base/fs/paths.js';

const credentials = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.oci', '.databrickscfg', '.vault-token', '.netrc'],
  ...['.pgpass', '.my.cnf', '.npmrc', '.pypirc', '.git-credentials', '.password-store', '.terraform.d'],
  ...['.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml', '.m2/settings.xml'],
  ...['.m2/settings-security.xml', '.gradle/gradle.properties', '.huggingface', '.config/gcloud', '.config/gh'],
  ...['.config/glab-cli', '.config/hub', '.config/op', '.config/rclone', '.config/git/credentials'],
  ...['.config/containers', '.local/share/keyrings', '.local/share/kwalletd', '.mozilla', '.thunderbird'],
  ...['.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.config/microsoft-edge', '.Xauthority'],
];
const ofMac = [
  ...['Keychains', 'Cookies', 'Mail', 'Messages', 'Safari', 'Application Support/Google/Chrome'],
  ...['Application Support/Firefox', 'Application Support/BraveSoftware', 'Application Support/Microsoft Edge'],
].map((name) => `Library/${name}`);
const histories = [
  ...['.bash_history', '.zsh_history', '.zhistory', '.histfile', '.sh_history', '.ksh_history', '.zsh_sessions'],
  ...['.python_history', '.node_repl_history', '.irb_history', '.pry_history', '.psql_history', '.mysql_history'],
  ...[
    '.mariadb_history',
    '.sqlite_history',
    '.rediscli_history',
    '.mongosh',
    '.lesshst',
    '.viminfo',
    '.Rhistory',
    '.php_history',
  ],
  ...[
    '.local/share/fish/fish_history',
    '.config/fish/fish_history',
    '.local/state/bash',
    '.local/state/python_history',
  ],
];
const otherAgents = [...['.claude', '.claude.json', '.codex', '.gemini', '.config/opencode', '.local/share/opencode']];
/** The file names of engine.md 6.6, for files at the top of the home. */
const secretName = /^(?:\.env(?:\..+)?|(?:id_(?:rsa|dsa|ecdsa|ed25519)|credentials)(?:[-_].*|\.[a-z]+)?)$/iu;

/** Returns absolute paths below the home, whether or not they exist. */
export function hiddenOf(userHome: string, platform: string): string[] {
  const names = [...credentials, ...(platform === 'darwin' ? ofMac : []), ...histories, ...otherAgents];
  return [...names, ...secretsAtTop(userHome)].map((name) => path.join(userHome, name));
}

function secretsAtTop(userHome: string): string[] {
  try {
    return readdirSync(userHome).filter((name) => secretName.test(name) && !name.endsWith('.pub'));
  } catch {
    // no home, or an unreadable one: commands cannot list it, either
    return [];
  }
}

/** The parts of the program's data directory that commands can see. */
export const shownOfHome: readonly string[] = ['skills', 'agents', 'AGENTS.md'];

export interface HidingOptions {
  /** the program's data directory */
  home: string;
  userHome: string;
  sessionDirectory: string;
  workspace: readonly string[];
  /** from the configuration: more hidden paths, and paths to remove from the built-in list */
  hide: readonly string[];
  show: readonly string[];
}

/** Returns paths to hide and to show, each as written and with links resolved. */
export function hiddenPlaces({ home, userHome, sessionDirectory, workspace, hide, show }: HidingOptions): {
  hidden: string[];
  shown: string[];
} {
  const forms = (paths: readonly string[]): string[] => [
    ...new Set(paths.flatMap((each) => [path.normalize(each), resolveReal(each)])),
  ];
  const named = (given: readonly string[]): string[] => given.map((each) => expandHome(each, userHome));
  const own = [sessionDirectory, ...shownOfHome.map((name) => path.join(home, name)), ...workspace];
  return {
    hidden: forms([home, ...hiddenOf(userHome, process.platform), ...named(hide)]),
    shown: forms([...own, ...named(show)]),
  };
}
